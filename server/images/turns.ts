import { availableParallelism } from 'node:os'
import sharp from 'sharp'

/** One core stays free for redirects, whatever pictures are asked for. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Each picture on one thread, and nothing of it kept in memory. */
sharp.concurrency(1)
sharp.cache(false)

/** Who goes first: a photo being sent, the picture of a page just linked, people signed in, anybody. */
const RANKS = ['upload', 'preview', 'person', 'stranger'] as const
export type Rank = (typeof RANKS)[number]

export type Turn = {
  rank?: Rank
  /** On whose behalf. */
  of?: string
  /** Nobody waits any more: a turn that has not come yet is dropped. */
  signal?: AbortSignal | undefined
}

export type Turns = {
  /** Runs the work when it is its turn. */
  take<T>(work: () => Promise<T>, turn?: Turn): Promise<T>
  waiting(which?: (turn: Turn) => boolean): number
}

type Waiting = { turn: Turn; start(): void }

const rankOf = ({ turn }: Waiting) => RANKS.indexOf(turn.rank ?? 'upload')

/** `each`: how many at once on behalf of the same one. */
export function createTurns(atOnce: number, each = atOnce): Turns {
  const running = new Set<Turn>()
  const queue: Waiting[] = []
  const ofSame = (of: string | undefined) => [...running].filter((one) => one.of === of).length
  const mayRun = (turn: Turn) => running.size < atOnce && ofSame(turn.of) < each

  function wait(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const drop = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(turn.signal?.reason)
      }
      const start = () => {
        turn.signal?.removeEventListener('abort', drop)
        resolve()
      }
      const waiting = { turn, start }
      queue.push(waiting)
      turn.signal?.addEventListener('abort', drop, { once: true })
    })
  }

  /** The place goes on without being given back, so that nobody slips in between. */
  function next() {
    const [first] = queue.filter(({ turn }) => mayRun(turn)).sort((a, b) => rankOf(a) - rankOf(b))
    if (!first) return
    queue.splice(queue.indexOf(first), 1)
    running.add(first.turn)
    first.start()
  }

  return {
    waiting: (which = () => true) => queue.filter(({ turn }) => which(turn)).length,
    async take(work, asked = {}) {
      const turn = { ...asked }
      turn.signal?.throwIfAborted()
      if (mayRun(turn)) running.add(turn)
      else await wait(turn)
      try {
        return await work()
      } finally {
        running.delete(turn)
        next()
      }
    },
  }
}

/** Everything that decodes a picture in this process waits here: memory stays flat, cores stay free. */
export const pictureTurns = createTurns(AT_ONCE)
