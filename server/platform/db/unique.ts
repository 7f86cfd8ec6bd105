import { DatabaseError } from 'pg'

/** Whether this is the refusal of a unique index: the value was taken, perhaps a moment ago. */
export function isTaken(error: unknown, index: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof DatabaseError && cause.code === '23505' && cause.constraint === index
}
