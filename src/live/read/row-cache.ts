import type { ShortLink } from '#contract/links.ts'
import type { MirrorStorage } from '#mirror/store/storage.ts'

/** Rows kept ready for scrolling back; the oldest go first. */
const LIMIT = 2000

/** Rows that a screen asked for, answered at once when they were read before. */
export class RowCache {
  readonly #rows = new Map<string, ShortLink | null>()
  readonly #asked = new Set<string>()
  /** Asked for since the last reading began. */
  #wanted: string[] = []
  #reading: Promise<void> | undefined

  constructor(
    readonly storage: MirrorStorage,
    readonly tell: () => void,
  ) {}

  /** Undefined: not read yet. Null: the mirror has no such row. */
  get = (uuid: string): ShortLink | null | undefined => this.#rows.get(uuid)

  put(rows: ShortLink[]) {
    for (const row of rows) this.#set(row.uuid, row)
  }

  /** Reads what is missing, all at once, with what other parts of the screen ask for now. */
  async want(uuids: string[]): Promise<void> {
    const missing = uuids.filter((uuid) => !this.#rows.has(uuid) && !this.#asked.has(uuid))
    if (missing.length === 0) return
    for (const uuid of missing) this.#asked.add(uuid)
    this.#wanted.push(...missing)
    this.#reading ??= Promise.resolve().then(() => this.#read())
    await this.#reading
  }

  async #read(): Promise<void> {
    const missing = this.#wanted
    this.#wanted = []
    this.#reading = undefined
    try {
      const rows = await this.storage.rows(missing)
      // A change that was heard meanwhile is newer than what we read.
      missing.forEach((uuid, i) => {
        if (this.#asked.has(uuid)) this.#set(uuid, rows[i] ?? null)
      })
      this.tell()
    } catch {
      // The mirror was closed under us.
    } finally {
      for (const uuid of missing) this.#asked.delete(uuid)
    }
  }

  /** A row that nobody looks at is not kept, but whoever is reading it gets the new one. */
  changed(uuid: string, row: ShortLink | undefined) {
    if (!this.#rows.has(uuid) && !this.#asked.delete(uuid) && this.#rows.size >= LIMIT) return
    this.#set(uuid, row ?? null)
  }

  refresh(rows: ShortLink[]) {
    for (const row of rows) if (this.#rows.has(row.uuid)) this.#rows.set(row.uuid, row)
  }

  keepOnly(known: ReadonlyMap<string, unknown>) {
    for (const uuid of this.#rows.keys()) if (!known.has(uuid)) this.#rows.set(uuid, null)
  }

  #set(uuid: string, row: ShortLink | null) {
    this.#rows.set(uuid, row)
    const oldest = this.#rows.size > LIMIT ? this.#rows.keys().next().value : undefined
    if (oldest !== undefined) this.#rows.delete(oldest)
  }
}
