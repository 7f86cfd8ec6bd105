/** Values that mean "not available" in schema.org and in the product tags of Open Graph. */
const UNAVAILABLE = /(?:^|\/)(?:outofstock|soldout|discontinued|oos)$/

const isUnavailable = (word: string) =>
  UNAVAILABLE.test(word.toLowerCase().replaceAll(/[\s_-]/g, ''))

/**
 * Returns whether all values say that the product is unavailable. If one size is left, the product
 * can be bought.
 */
export const areAllUnavailable = (words: string[]): boolean =>
  words.length > 0 && words.every(isUnavailable)

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether no offer of a schema.org Product (or any variant of a group) is in stock. */
export const isSoldOut = (product: Node): boolean =>
  areAllUnavailable(availabilityWords(product, 0))

const MAX_DEPTH = 5
const MAX_ITEMS = 500

function availabilityWords(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) {
    return (value as unknown[])
      .slice(0, MAX_ITEMS)
      .flatMap((item) => availabilityWords(item, depth + 1))
  }
  if (!isNode(value)) return []
  const { availability } = value
  const own = typeof availability === 'string' ? [availability] : []
  return [
    ...own,
    ...availabilityWords(value['offers'], depth + 1),
    ...availabilityWords(value['hasVariant'], depth + 1),
  ]
}
