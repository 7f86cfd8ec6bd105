import type { ShortLink } from '#contract/links/short-link.ts'
import type { MirrorStorage } from '#mirror/store/storage.ts'

/** Maximum number of cached rows, for scrolling back. The oldest are dropped first. */
const MAX_ROWS = 2000

/** Cache of the rows that screens asked for. */
export class RowCache {
  readonly #rows = new Map<string, ShortLink | null>()
  readonly #requested = new Set<string>()
  /** Ids requested since the last read began. */
  #wanted: string[] = []
  #reading: Promise<void> | undefined

  constructor(
    readonly storage: MirrorStorage,
    readonly onChange: () => void,
  ) {}

  /** Returns undefined if the row was not read yet, and null if the mirror has no such row. */
  get = (uuid: string): ShortLink | null | undefined => this.#rows.get(uuid)

  put(rows: ShortLink[]) {
    for (const row of rows) this.#set(row.uuid, row)
  }

  /**
   * Reads missing rows, in one batch with those that other parts of the screen request at the same
   * time.
   */
  async load(uuids: string[]): Promise<void> {
    const missing = uuids.filter((uuid) => !this.#rows.has(uuid) && !this.#requested.has(uuid))
    if (missing.length === 0) return
    for (const uuid of missing) this.#requested.add(uuid)
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
      // A change reported meanwhile is newer than what was read here.
      missing.forEach((uuid, i) => {
        if (this.#requested.has(uuid)) this.#set(uuid, rows[i] ?? null)
      })
      this.onChange()
    } catch {
      // The mirror was closed meanwhile.
    } finally {
      for (const uuid of missing) this.#requested.delete(uuid)
    }
  }

  /**
   * Updates a cached row or one that is being read. Other rows are added only while the cache is
   * not full.
   */
  update(uuid: string, row: ShortLink | undefined) {
    if (!this.#rows.has(uuid) && !this.#requested.delete(uuid) && this.#rows.size >= MAX_ROWS)
      return
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
    const oldest = this.#rows.size > MAX_ROWS ? this.#rows.keys().next().value : undefined
    if (oldest !== undefined) this.#rows.delete(oldest)
  }
}
