import { isSoldOut } from './availability.ts'
import { repairedJson } from './repaired-json.ts'
import { withoutEntities } from './text.ts'

export type Product = { name: string | undefined; images: string[]; isSoldOut: boolean }

/** Maximum nesting. Shops use less; it protects against malicious pages. */
const MAX_DEPTH = 8
const MAX_NODES = 2000

/** Returns the first schema.org Product (or ProductGroup) in the JSON-LD blocks of a page. */
export function readProduct(blocks: string[]): Product | undefined {
  for (const block of blocks) {
    const product = findProduct(parse(block))
    if (product) {
      return {
        name: textOf(product['name']),
        images: imagesOf(product['image']).slice(0, 5),
        isSoldOut: isSoldOut(product),
      }
    }
  }
  return undefined
}

function parse(block: string): unknown {
  return parseJson(block) ?? parseJson(repairedJson(block))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Node = Record<string, unknown>

/**
 * Finds a product. Searches breadth-first, so that the page's own product comes before recommended
 * ones.
 */
function findProduct(root: unknown): Node | undefined {
  let level = [root]
  let seen = 0
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const below: unknown[] = []
    for (const value of level) {
      if (++seen > MAX_NODES) return undefined
      if (Array.isArray(value)) below.push(...(value as unknown[]).slice(0, MAX_NODES))
      else if (isNode(value)) {
        if (isProduct(value)) return value
        below.push(value['@graph'], value['mainEntity'], value['itemOffered'], value['hasVariant'])
      }
    }
    level = below
  }
  return undefined
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function isProduct(node: Node): boolean {
  const types = [node['@type']].flat()
  return types.some((type) => typeof type === 'string' && /(?:^|[/:])Product(?:Group)?$/.test(type))
}

/** Returns a text, also of a list of texts or of one with its language. */
function textOf(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value]
  const text = isNode(first) ? first['@value'] : first
  return typeof text === 'string' ? withoutEntities(text) : undefined
}

/** Returns the URLs of an image value: a URL, an ImageObject, or a list of either. */
function imagesOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [withoutEntities(value)]
  if (depth > 3) return []
  if (Array.isArray(value)) {
    return (value as unknown[]).slice(0, 10).flatMap((item) => imagesOf(item, depth + 1))
  }
  if (!isNode(value)) return []
  return imagesOf(value['contentUrl'] ?? value['url'] ?? value['@id'], depth + 1)
}
