/** Gives way to input and painting between two slices of a long piece of work. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
