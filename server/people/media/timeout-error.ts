/** Returns whether libvips stopped at its time limit. The picture itself may be valid. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout:')
