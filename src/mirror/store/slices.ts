/**
 * Resolves in the next task, so that input and painting can happen between two slices of long work.
 */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
