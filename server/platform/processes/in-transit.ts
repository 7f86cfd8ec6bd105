import type { Worker } from 'node:cluster'

type Handle = { close(): void }

/**
 * Connections on their way to a process. Node 20 leaves a connection open for ever if that process
 * is killed before it takes it, so it is closed here, and the client can try again at once.
 */
export class InTransit {
  /** Last connection of each process. It may have arrived; closing it a second time does nothing. */
  readonly #last = new Map<Worker, Handle>()

  watch(worker: Worker) {
    const { process } = worker
    const send = process.send.bind(process) as (...args: unknown[]) => boolean
    // Node passes connections with this method, one at a time for each process.
    process.send = (...args: unknown[]) => {
      if (isHandle(args[1])) this.#note(worker, args[1])
      return send(...args)
    }
    worker.once('exit', () => {
      this.#last.get(worker)?.close()
      this.#last.delete(worker)
    })
  }

  #note(worker: Worker, handle: Handle) {
    // A process that stops returns a connection, which another one then gets.
    for (const [other, last] of this.#last) if (last === handle) this.#last.delete(other)
    this.#last.set(worker, handle)
  }
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'close' in value
