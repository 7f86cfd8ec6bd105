/** More than this at once would take connections from the app's own requests. */
const RUNNING = 2
const LARGEST = 500

type Waiting<Value> = { resolve(value: Value | null): void; reject(error: unknown): void }

/**
 * Turns reads of one key into reads of many: what is asked for while the database is busy goes in
 * the next question. A cold start, or a scan of codes, costs few statements and two connections.
 */
export function createReader<Value>(readMany: (keys: string[]) => Promise<Map<string, Value>>) {
  const queue = new Map<string, Waiting<Value>[]>()
  let running = 0
  let isPlanned = false

  function plan() {
    if (isPlanned || running === RUNNING || queue.size === 0) return
    isPlanned = true
    // What this turn of the loop still asks for comes along.
    setImmediate(() => {
      isPlanned = false
      running += 1
      void readSome().finally(() => {
        running -= 1
        plan()
      })
      plan()
    })
  }

  async function readSome() {
    const asked = [...queue].slice(0, LARGEST)
    for (const [key] of asked) queue.delete(key)
    try {
      const found = await readMany(asked.map(([key]) => key))
      for (const [key, all] of asked) for (const one of all) one.resolve(found.get(key) ?? null)
    } catch (error) {
      for (const [, all] of asked) for (const one of all) one.reject(error)
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
