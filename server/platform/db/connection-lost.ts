import { DatabaseError } from 'pg'

/**
 * Error of a missing or lost connection. `gone`: the database cannot be reached; `busy`: no
 * connection of the pool became free in time.
 */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'

  constructor(
    readonly why: 'gone' | 'busy',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Returns a `ConnectionLost` for connection errors. Errors from PostgreSQL and invalid values are
 * returned unchanged.
 */
export function toConnectionLost(error: unknown): unknown {
  const isDatabaseError = error instanceof DatabaseError || error instanceof TypeError
  return isDatabaseError || error instanceof ConnectionLost
    ? error
    : new ConnectionLost('gone', error)
}

/** Returns whether a connection is unusable after this error. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof ConnectionLost || (error instanceof DatabaseError && error.severity === 'FATAL')
