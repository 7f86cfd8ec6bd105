let firstRender: Promise<unknown> = Promise.resolve()

/**
 * Sets the promise that `afterFirstScreen` waits for. Work that the first screen does not need
 * starts after it.
 */
export function delayForFirstScreen(rendered: Promise<unknown>): void {
  firstRender = rendered.catch(() => undefined)
}

/** Resolves when other loads and reads can no longer delay the first rows. */
export const afterFirstScreen = (): Promise<unknown> => firstRender
