let firstRender: Promise<unknown> = Promise.resolve()

/** Delays what the first screen does not need until it has been rendered. */
export function delayForFirstScreen(rendered: Promise<unknown>): void {
  firstRender = rendered.catch(() => undefined)
}

/** Resolves when the first rows can no longer be delayed by other loads and reads. */
export const afterFirstScreen = (): Promise<unknown> => firstRender
