let drawn: Promise<unknown> = Promise.resolve()

/** Delays what the first screen does not need until it has been rendered. */
export function holdForFirstScreen(until: Promise<unknown>): void {
  drawn = until.catch(() => undefined)
}

/** Resolves when the first rows can no longer be delayed by other loads and reads. */
export const firstScreen = (): Promise<unknown> => drawn
