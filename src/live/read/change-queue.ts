import { nextTask } from '#mirror/store/slices.ts'
import type { ChangedRows } from '#mirror/store/storage.ts'

/** Number of rows read again in one step. */
const BATCH_SIZE = 50
/** Minimum time between two updates of a list while many changes arrive. */
const MIN_UPDATE_INTERVAL_MS = 300

/** Functions with which a reader catches up with its storage. */
type QueueSteps = {
  readAll: () => Promise<void>
  readRows: (uuids: string[]) => Promise<void>
  readLists: () => Promise<void>
  /** Called after the first and the last step, and at intervals in between. */
  onProgress: () => void | Promise<void>
}

/**
 * Processes the changes reported by the storage one step at a time, so that no step works on data
 * another one is replacing. Rows come before lists, because a list must not count as loaded while
 * its rows are unknown to the reader.
 */
export class ChangeQueue {
  readonly #pending = new Set<string>()
  #allChanged = false
  #listsChanged = false
  #open = false
  #draining = false

  constructor(readonly steps: QueueSteps) {}

  /** Starts processing. Called after the reader has read everything once. */
  start() {
    this.#open = true
    this.#listsChanged = true
    void this.#drain()
  }

  enqueue(rows: ChangedRows, lists: boolean) {
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
      for (let read = await this.#step(); read !== null; read = await this.#step()) {
        if (this.#isEmpty || performance.now() - shownAt > MIN_UPDATE_INTERVAL_MS) {
          // Showing many rows is a long task of its own.
          if (read >= BATCH_SIZE) await nextTask()
          await this.steps.onProgress()
          shownAt = performance.now()
        }
        await nextTask()
      }
    } catch {
      // The mirror was closed meanwhile.
    } finally {
      this.#draining = false
    }
  }

  /** Returns the number of rows read, or null if there was nothing to do. */
  async #step(): Promise<number | null> {
    if (this.#allChanged) {
      this.#allChanged = false
      await this.steps.readAll()
      return BATCH_SIZE
    }
    if (this.#pending.size > 0) {
      const uuids = [...this.#pending].slice(0, BATCH_SIZE)
      for (const uuid of uuids) this.#pending.delete(uuid)
      await this.steps.readRows(uuids)
      return uuids.length
    }
    if (!this.#listsChanged) return null
    this.#listsChanged = false
    await this.steps.readLists()
    return 0
  }
}
