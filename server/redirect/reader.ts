/** Maximum number of concurrent reads. More would take connections away from the app's requests. */
const MAX_RUNNING = 2
const MAX_BATCH_SIZE = 500

type Waiter<Value> = { resolve(value: Value | null): void; reject(error: unknown): void }

/**
 * Combines reads of single keys into batches: keys requested while the database is busy go into the
 * next query. A cold start, or a scan of codes, needs few statements and two connections.
 */
export function createReader<Value>(readMany: (keys: string[]) => Promise<Map<string, Value>>) {
  const queue = new Map<string, Waiter<Value>[]>()
  let running = 0
  let isPlanned = false

  function plan() {
    if (isPlanned || running === MAX_RUNNING || queue.size === 0) return
    isPlanned = true
    // Wait for further reads of this event loop turn.
    setImmediate(() => {
      isPlanned = false
      running += 1
      void readBatch().finally(() => {
        running -= 1
        plan()
      })
      plan()
    })
  }

  async function readBatch() {
    const batch = [...queue].slice(0, MAX_BATCH_SIZE)
    for (const [key] of batch) queue.delete(key)
    try {
      const found = await readMany(batch.map(([key]) => key))
      for (const [key, all] of batch) for (const one of all) one.resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, all] of batch) for (const one of all) one.reject(error)
    }
  }

  return function read(key: string): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      const waiting = queue.get(key) ?? []
      waiting.push({ resolve, reject })
      queue.set(key, waiting)
      plan()
    })
  }
}
