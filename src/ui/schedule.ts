/** Not in every browser, and not in every library of types. */
type Scheduler = { yield?: () => Promise<void> }

/**
 * Lets the browser paint and answer a touch before a long piece of work goes on. Where a browser
 * cannot put us back in front, the work goes on at once: it would come after everything else.
 */
export const yieldToBrowser = async (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.()
