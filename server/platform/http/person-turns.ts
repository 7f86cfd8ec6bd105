import { HTTPException } from 'hono/http-exception'
import { createTurns } from '../limit/turns.ts'
import { ThrottledError } from './errors.ts'

/** Maximum number of waiting writes per user. An app that sends more is told to retry. */
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 5

const turns = createTurns({ maxPerKey: 1 })

/**
 * Runs the writes of a user one after the other. The database would serialize them anyway, but each
 * waiting one would hold a connection. Skips a write whose client has gone before it began.
 */
export async function runInTurn<T>(
  userId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (turns.waiting(({ of }) => of === userId) >= MAX_WAITING)
    throw new ThrottledError(RETRY_AFTER_SECONDS)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await turns.run(begin, { of: userId, signal })
  } catch (error) {
    // The client has gone, so nobody reads this response.
    throw hasBegun ? error : new HTTPException(400)
  }
}
