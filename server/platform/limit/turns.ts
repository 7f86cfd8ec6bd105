export type Turn<Rank extends string = string> = {
  /** One of the ranks of this semaphore. Turns without a rank go first. */
  rank?: Rank
  /** User or other key whose number of running turns is limited. */
  of?: string
  /** Cancels a turn that has not started. */
  signal?: AbortSignal | undefined
}

export type Turns<Rank extends string = string> = {
  /** Runs the work as soon as the limits allow it. */
  run<T>(work: () => Promise<T>, turn?: Turn<Rank>): Promise<T>
  waiting(which?: (turn: Turn<Rank>) => boolean): number
}

type Limits<Rank extends string> = {
  /** Maximum number of running turns. */
  maxRunning?: number
  /** Maximum number of running turns with the same key. */
  maxPerKey?: number
  /** Ranks in order of precedence. Within a rank, turns run in order of arrival. */
  ranks?: readonly Rank[]
}

type Waiting<Rank extends string> = { turn: Turn<Rank>; start(): void }

/** Creates a semaphore: work waits until few enough others run. */
export function createTurns<Rank extends string = string>({
  maxRunning = Infinity,
  maxPerKey = Infinity,
  ranks = [],
}: Limits<Rank>): Turns<Rank> {
  let running = 0
  const runningOf = new Map<string, number>()
  const queue: Waiting<Rank>[] = []
  const runningCount = (turn: Turn<Rank>) =>
    turn.of === undefined ? 0 : (runningOf.get(turn.of) ?? 0)
  const mayRun = (turn: Turn<Rank>) => running < maxRunning && runningCount(turn) < maxPerKey
  const rankOf = ({ turn }: Waiting<Rank>) => (turn.rank ? ranks.indexOf(turn.rank) : -1)

  /** Adds to the number of running turns, in total and of the same key. */
  function changeRunning(turn: Turn<Rank>, change: 1 | -1) {
    running += change
    if (turn.of === undefined) return
    const left = runningCount(turn) + change
    if (left === 0) runningOf.delete(turn.of)
    else runningOf.set(turn.of, left)
  }

  function wait(turn: Turn<Rank>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(turn.signal?.reason)
      }
      const start = () => {
        turn.signal?.removeEventListener('abort', cancel)
        resolve()
      }
      const waiting = { turn, start }
      queue.push(waiting)
      turn.signal?.addEventListener('abort', cancel, { once: true })
    })
  }

  /**
   * Starts the next waiting turn. Counts it here, so that no other turn can take the free slot
   * first.
   */
  function startNext() {
    let first: Waiting<Rank> | undefined
    for (const one of queue) {
      if (mayRun(one.turn) && (!first || rankOf(one) < rankOf(first))) first = one
      // No waiting turn can precede one without a rank.
      if (first && rankOf(first) < 0) break
    }
    if (!first) return
    queue.splice(queue.indexOf(first), 1)
    changeRunning(first.turn, 1)
    first.start()
  }

  return {
    waiting: (which = () => true) => queue.filter(({ turn }) => which(turn)).length,
    async run(work, options = {}) {
      const turn = { ...options }
      turn.signal?.throwIfAborted()
      if (mayRun(turn)) changeRunning(turn, 1)
      else await wait(turn)
      try {
        return await work()
      } finally {
        changeRunning(turn, -1)
        startNext()
      }
    },
  }
}
