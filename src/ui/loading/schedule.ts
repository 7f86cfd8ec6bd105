/** `scheduler.yield`, which some browsers and type libraries lack. */
type Scheduler = { yield?: () => Promise<void> }

/**
 * Lets the browser paint and handle input before a long task continues. Without `scheduler.yield`
 * it returns at once, because other ways to yield would put the task at the end of the queue.
 */
export const yieldToBrowser = async (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.()
