type Work<Result> = (signal: AbortSignal) => Promise<Result>
type Running<Result> = { result: Promise<Result>; waiting: number; gone: AbortController }

/** Error if the client has disconnected before the answer. */
export class ClientDisconnected extends Error {}

/**
 * Creates a registry of running work. Simultaneous calls for the same name share one result. The
 * work is aborted when its last caller has disconnected.
 */
export function createSharedWork<Result>() {
  const running = new Map<string, Running<Result>>()

  function start(name: string, work: Work<Result>): Running<Result> {
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
    // A later caller must not join work that is being aborted.
    if (running.get(name) === one) running.delete(name)
    one.gone.abort(new ClientDisconnected('all callers have disconnected'))
  }

  return {
    has: (name: string) => running.has(name),
    async join(name: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
      if (signal?.aborted) throw new ClientDisconnected('disconnected before the work began')
      const one = running.get(name) ?? start(name, work)
      one.waiting += 1
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(name, one)
          reject(new ClientDisconnected('disconnected before the result'))
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        const done = () => signal?.removeEventListener('abort', giveUp)
        one.result.then(resolve, reject).finally(done)
      })
    },
  }
}
