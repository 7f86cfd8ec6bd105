export type BatchedWrites = {
  /** Makes sure that a write starts within the interval. */
  request: () => void
  /** Writes now. Resolves when everything that waited is stored, or storing has just failed. */
  flush: () => Promise<void>
}

/** Creates a timer that calls `write` once per interval if asked to. Writes never overlap. */
export function createBatchedWrites(write: () => Promise<void>, ms: number): BatchedWrites {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return { request: () => void (timer ??= setTimeout(() => void flush(), ms)), flush }
}
