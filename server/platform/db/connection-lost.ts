import { DatabaseError } from 'pg'

/**
 * There is no connection, or it ended under a statement: `gone` with the database or the way to it,
 * `busy` when all connections of the pool were taken for as long as anybody waits.
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

/** What PostgreSQL says itself stays as it is, and so does a value that cannot be sent. */
export function asLost(error: unknown): unknown {
  const isTold = error instanceof DatabaseError || error instanceof TypeError
  return isTold || error instanceof ConnectionLost ? error : new ConnectionLost('gone', error)
}

/** Whether the connection that failed like this is of no more use. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof ConnectionLost || (error instanceof DatabaseError && error.severity === 'FATAL')
