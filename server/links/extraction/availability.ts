/** Words for "not to be had", as schema.org and the product tags of Open Graph have them. */
const OUT = /(?:^|\/)(?:outofstock|soldout|discontinued|oos)$/

const isOut = (word: string) => OUT.test(word.toLowerCase().replaceAll(/[\s_-]/g, ''))

/** Of several words all have to say so: one size that is left is enough to buy. */
export const saysSoldOut = (words: string[]): boolean => words.length > 0 && words.every(isOut)

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a schema.org Product, or each variant of a group, has no offer that is in stock. */
export const isSoldOut = (product: Node): boolean => saysSoldOut(words(product, 0))

const MAX_DEPTH = 5
const MAX_ITEMS = 500

function words(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) {
    return (value as unknown[]).slice(0, MAX_ITEMS).flatMap((item) => words(item, depth + 1))
  }
  if (!isNode(value)) return []
  const { availability } = value
  const own = typeof availability === 'string' ? [availability] : []
  return [...own, ...words(value['offers'], depth + 1), ...words(value['hasVariant'], depth + 1)]
}
