let drawn: Promise<unknown> = Promise.resolve()

/** Keeps back what the first screen does not need, until it has been drawn. */
export function holdForFirstScreen(until: Promise<unknown>): void {
  drawn = until.catch(() => undefined)
}

/** Resolves once nothing that is loaded or read now can come before the first rows. */
export const firstScreen = (): Promise<unknown> => drawn
