/** Work that runs again and again until `stop`, which waits for the running one. */
type Repeated = { stop(): Promise<void> }

/**
 * Runs work again `pauseMs` after its end. Logs the first of several failures, and the first
 * success after them.
 */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  { failed, recovered }: { failed: (error: unknown) => void; recovered: () => void },
): Repeated {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let hasFailed = false
  let running = Promise.resolve()

  async function run() {
    try {
      await work()
      if (hasFailed) recovered()
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !isStopped) failed(error)
      hasFailed = true
    }
    if (!isStopped) timer = setTimeout(next, pauseMs)
  }
  function next() {
    running = run()
  }
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
