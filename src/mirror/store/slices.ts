/**
 * Resolves in the next task, so that input and painting can happen between two slices of long work.
 */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * Maximum number of rows in one write. Dexie reports the keys of up to 49 written rows. For more it
 * reports that all rows changed, and every reader would read all of them again.
 */
export const WRITE_SLICE = 49

export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
