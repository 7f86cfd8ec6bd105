export type Turn<Rank extends string = string> = {
  /** One of the ranks of these turns; without one it goes before all of them. */
  rank?: Rank
  /** On whose behalf. */
  of?: string
  /** Nobody waits any more: a turn that has not come yet is dropped. */
  signal?: AbortSignal | undefined
}

export type Turns<Rank extends string = string> = {
  /** Runs the work when it is its turn. */
  take<T>(work: () => Promise<T>, turn?: Turn<Rank>): Promise<T>
  waiting(which?: (turn: Turn<Rank>) => boolean): number
}

type Limits<Rank extends string> = {
  /** How many run at once. */
  atOnce?: number
  /** How many of them for the same one. */
  each?: number
  /** Who goes first; within a rank the first that asked. */
  ranks?: readonly Rank[]
}

type Waiting<Rank extends string> = { turn: Turn<Rank>; start(): void }

/** The one semaphore: work waits until few enough others run. */
export function createTurns<Rank extends string = string>({
  atOnce = Infinity,
  each = Infinity,
  ranks = [],
}: Limits<Rank>): Turns<Rank> {
  let running = 0
  const runningOf = new Map<string, number>()
  const queue: Waiting<Rank>[] = []
  const of = (turn: Turn<Rank>) => (turn.of === undefined ? 0 : (runningOf.get(turn.of) ?? 0))
  const mayRun = (turn: Turn<Rank>) => running < atOnce && of(turn) < each
  const placeOf = ({ turn }: Waiting<Rank>) => (turn.rank ? ranks.indexOf(turn.rank) : -1)

  /** One more runs on this one's behalf, or one less. */
  function count(turn: Turn<Rank>, change: 1 | -1) {
    running += change
    if (turn.of === undefined) return
    const left = of(turn) + change
    if (left === 0) runningOf.delete(turn.of)
    else runningOf.set(turn.of, left)
  }

  function wait(turn: Turn<Rank>): Promise<void> {
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
    let first: Waiting<Rank> | undefined
    for (const one of queue) {
      if (mayRun(one.turn) && (!first || placeOf(one) < placeOf(first))) first = one
      // Nobody goes before this one.
      if (first && placeOf(first) < 0) break
    }
    if (!first) return
    queue.splice(queue.indexOf(first), 1)
    count(first.turn, 1)
    first.start()
  }

  return {
    waiting: (which = () => true) => queue.filter(({ turn }) => which(turn)).length,
    async take(work, asked = {}) {
      const turn = { ...asked }
      turn.signal?.throwIfAborted()
      if (mayRun(turn)) count(turn, 1)
      else await wait(turn)
      try {
        return await work()
      } finally {
        count(turn, -1)
        next()
      }
    },
  }
}
