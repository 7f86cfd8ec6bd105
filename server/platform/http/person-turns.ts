import { HTTPException } from 'hono/http-exception'
import { createTurns } from '../limit/turns.ts'
import { ThrottledError } from './errors.ts'

/** So many of one person wait; an app that sends more at once is told to come again. */
const MOST_WAITING = 200
const COME_AGAIN_SECONDS = 5

const turns = createTurns({ each: 1 })

/**
 * Writes of one person are done one after the other. They would wait for each other in the database
 * in any case, where each that waits holds a connection that others need. What its sender has given
 * up before it began is not done at all.
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
    // Nobody hears these words.
    throw hasBegun ? error : new HTTPException(400)
  }
}
