import { DatabaseError } from 'pg'

/** Returns whether a unique index refused the value because it exists already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof DatabaseError && cause.code === '23505' && cause.constraint === index
}
