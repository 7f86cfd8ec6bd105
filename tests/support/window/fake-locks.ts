type Waiting = { signal: AbortSignal | undefined; begin: () => void }

/** Imitates Web Locks: each name has one holder, and the others wait in order. */
export function fakeLocks() {
  const held = new Set<string>()
  const queues = new Map<string, Waiting[]>()

  function next(name: string) {
    const waiting = queues.get(name)?.shift()
    if (waiting) waiting.begin()
    else held.delete(name)
  }

  function request<T>(
    name: string,
    { signal }: { signal?: AbortSignal },
    run: () => Promise<T>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const begin = () => {
        held.add(name)
        void run()
          .then(resolve, reject)
          .finally(() => next(name))
      }
      if (signal?.aborted) return reject(aborted())
      if (!held.has(name)) return begin()
      const queue = queues.get(name) ?? []
      const waiting = { signal, begin }
      queues.set(name, queue)
      queue.push(waiting)
      // Aborting only affects waiting requests. A held lock is released by its holder.
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        reject(aborted())
      })
      return undefined
    })
  }
  return { request, waiting: (name: string) => queues.get(name)?.length ?? 0 }
}

const aborted = () => new DOMException('Aborted', 'AbortError')
