import { HTTPException } from 'hono/http-exception'
import { ThrottledError } from './errors.ts'

/** So many of one person wait; an app that sends more at once is told to come again. */
const MOST_WAITING = 200
const COME_AGAIN_SECONDS = 5

/** Who has a write under way, and what of theirs waits for it. */
const lines = new Map<string, (() => void)[]>()

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
  await turnOf(person, given)
  try {
    return await work()
  } finally {
    const next = lines.get(person)?.shift()
    if (next) next()
    else lines.delete(person)
  }
}

async function turnOf(person: string, given: AbortSignal): Promise<void> {
  // Nobody hears these words.
  if (given.aborted) throw new HTTPException(400)
  const line = lines.get(person)
  if (!line) return void lines.set(person, [])
  if (line.length >= MOST_WAITING) throw new ThrottledError(COME_AGAIN_SECONDS)
  return new Promise((resolve, reject) => {
    const start = () => {
      given.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      line.splice(line.indexOf(start), 1)
      reject(new HTTPException(400))
    }
    line.push(start)
    given.addEventListener('abort', leave, { once: true })
  })
}
