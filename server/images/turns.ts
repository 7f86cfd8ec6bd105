import { availableParallelism } from 'node:os'
import sharp from 'sharp'

/** One core stays free for redirects, whatever pictures are asked for. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Each picture on one thread, and nothing of it kept in memory. */
sharp.concurrency(1)
sharp.cache(false)

export type Turns = {
  /** Runs the work when it is its turn. */
  take<T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

export function createTurns(atOnce: number): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return {
    waiting: () => queue.length,
    async take(work) {
      if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        // The place goes to the next in line without being given back, so that nobody slips in between.
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

/** Everything that decodes a picture in this process waits here: memory stays flat, cores stay free. */
export const pictureTurns = createTurns(AT_ONCE)
