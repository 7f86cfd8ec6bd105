import { fold } from './fold.ts'

/** Names of a user, in which a typed name is found whatever its case and accents. */
export class Spellings<Item extends { name: string }> {
  readonly #items: Item[] = []
  readonly #found = new Map<string, Item>()

  /** Of items whose names fold alike, `find` prefers the first one. */
  constructor(items: Iterable<Item> = []) {
    for (const item of items) this.add(item)
  }

  get items(): readonly Item[] {
    return this.#items
  }

  add(item: Item) {
    this.#items.push(item)
    for (const key of keysOf(item.name)) if (!this.#found.has(key)) this.#found.set(key, item)
  }

  /** Returns the item with this name, or one whose name differs only in case, accents or the like. */
  find(name: string): Item | undefined {
    const key = keysOf(name).find((one) => this.#found.has(one))
    return key === undefined ? undefined : this.#found.get(key)
  }
}

/** Returns keys of a name: as written, without case, and folded. */
const keysOf = (name: string) => [`=${name}`, `~${name.toLowerCase()}`, `-${fold(name)}`]

/** Returns the names without those that fold like an earlier one. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => seen.size !== seen.add(fold(name)).size)
}

/** Returns the names without those that fold like one of `removed`. */
export function withoutNames(names: readonly string[], removed: readonly string[]): string[] {
  const folded = new Set(removed.map(fold))
  return names.filter((name) => !folded.has(fold(name)))
}
