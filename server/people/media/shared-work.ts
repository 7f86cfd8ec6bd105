type Work<Result> = (signal: AbortSignal) => Promise<Result>
type Running<Result> = { result: Promise<Result>; waiting: number; gone: AbortController }

/** Who asked is gone before there was an answer. */
export class GivenUp extends Error {}

/** One work for all who ask for the same meanwhile; given up when the last of them has gone. */
export function createSharedWork<Result>() {
  const running = new Map<string, Running<Result>>()

  function begin(name: string, work: Work<Result>): Running<Result> {
    const gone = new AbortController()
    const one = { result: work(gone.signal), waiting: 0, gone }
    running.set(name, one)
    const forget = () => void (running.get(name) === one && running.delete(name))
    one.result.then(forget, forget)
    return one
  }

  function leave(name: string, one: Running<Result>) {
    one.waiting -= 1
    if (one.waiting > 0) return
    // Whoever asks from now on must not be given what is being dropped.
    if (running.get(name) === one) running.delete(name)
    one.gone.abort(new GivenUp('nobody waits any more'))
  }

  return {
    has: (name: string) => running.has(name),
    async join(name: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
      if (signal?.aborted) throw new GivenUp('gone before it began')
      const one = running.get(name) ?? begin(name, work)
      one.waiting += 1
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(name, one)
          reject(new GivenUp('gone before the answer'))
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        const done = () => signal?.removeEventListener('abort', giveUp)
        one.result.then(resolve, reject).finally(done)
      })
    },
  }
}
