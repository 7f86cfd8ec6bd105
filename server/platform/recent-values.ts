/**
 * Cache of recently used values by text. It keeps the last `max / 2` used values or more, and at
 * most `max`. Reading is one lookup in most cases, while an LRU cache also moves the entry.
 */
export class RecentValues<Value extends object | string> {
  readonly #generationSize: number
  #recent = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(max: number) {
    this.#generationSize = max / 2
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: Value) {
    if (this.#recent.size >= this.#generationSize) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}
