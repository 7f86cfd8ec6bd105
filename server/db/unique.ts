/** Whether this is the refusal of a unique index: the value was taken, perhaps a moment ago. */
export function isTaken(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false
  const cause = error.cause as { code?: string; constraint_name?: string } | undefined
  return cause?.code === '23505' && cause.constraint_name === index
}
