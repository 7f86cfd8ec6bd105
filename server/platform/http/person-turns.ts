import { HTTPException } from 'hono/http-exception'
import { createTurns } from '../limit/turns.ts'
import { ThrottledError } from './errors.ts'

/** Maximum number of waiting writes per user. An app that sends more is told to retry. */
const MOST_WAITING = 200
const COME_AGAIN_SECONDS = 5

const turns = createTurns({ each: 1 })

/**
 * Runs the writes of a user one after the other. The database would serialize them anyway, but each
 * waiting one would hold a connection. Skips a write whose client has gone before it began.
 */
export async function inTurnOf<T>(
  person: string,
  given: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (turns.waiting(({ of }) => of === person) >= MOST_WAITING)
    throw new ThrottledError(COME_AGAIN_SECONDS)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await turns.take(begin, { of: person, signal: given })
  } catch (error) {
    // The client has gone, so nobody reads this response.
    throw hasBegun ? error : new HTTPException(400)
  }
}
