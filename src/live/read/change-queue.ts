import { nextTask } from '#mirror/store/slices.ts'
import type { ChangedRows } from '#mirror/store/storage.ts'

/** Rows read again at once. */
const SLICE = 100
/** While a flood of changes comes, a list is put in order and drawn again only this often. */
const SHOW_GRAIN_MS = 300

/** How a reader catches up with its storage. */
type Steps = {
  readAll: () => Promise<void>
  readRows: (uuids: string[]) => Promise<void>
  readLists: () => Promise<void>
  /** When there is something new to show: after the first step and the last, now and then between. */
  done: () => void
}

/**
 * Takes in what the storage says has changed, one step after the other, so that no step works on
 * what another is replacing. Rows before lists: a list must never be called loaded while its rows
 * are still unknown to the reader.
 */
export class ChangeQueue {
  readonly #pending = new Set<string>()
  #allChanged = false
  #listsChanged = false
  #open = false
  #draining = false

  constructor(readonly steps: Steps) {}

  /** Nothing is taken in before the reader has read everything once. */
  start() {
    this.#open = true
    this.#listsChanged = true
    void this.#drain()
  }

  heard(rows: ChangedRows, lists: boolean) {
    if (rows === 'all') this.#allChanged = true
    else for (const uuid of rows) this.#pending.add(uuid)
    this.#listsChanged ||= lists
    void this.#drain()
  }

  get #isEmpty() {
    return !this.#allChanged && this.#pending.size === 0 && !this.#listsChanged
  }

  async #drain() {
    if (this.#draining || !this.#open) return
    this.#draining = true
    try {
      let shownAt = Number.NEGATIVE_INFINITY
      while (await this.#step()) {
        if (this.#isEmpty || performance.now() - shownAt > SHOW_GRAIN_MS) {
          this.steps.done()
          shownAt = performance.now()
        }
        await nextTask()
      }
    } catch {
      // The mirror was closed under us.
    } finally {
      this.#draining = false
    }
  }

  async #step(): Promise<boolean> {
    if (this.#allChanged) {
      this.#allChanged = false
      await this.steps.readAll()
    } else if (this.#pending.size > 0) {
      const uuids = [...this.#pending].slice(0, SLICE)
      for (const uuid of uuids) this.#pending.delete(uuid)
      await this.steps.readRows(uuids)
    } else if (this.#listsChanged) {
      this.#listsChanged = false
      await this.steps.readLists()
    } else return false
    return true
  }
}
