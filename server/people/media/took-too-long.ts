/** What libvips says when the time that it was given is up: nothing is wrong with the picture. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout:')
