import { LRUCache } from 'lru-cache'

/** Number of users whose last edit is known. Older edits count as edits of everybody. */
const MAX_USERS = 10_000

/**
 * Times of the last edits, to tell whether a replica has them. Times are those of
 * `performance.now()`.
 */
export class EditTimes {
  #ofAll = performance.now()
  readonly #byUser = new LRUCache<string, number>({
    max: MAX_USERS,
    dispose: (time, _userId, reason) => {
      if (reason === 'evict') this.#ofAll = Math.max(this.#ofAll, time)
    },
  })

  note(userId: string) {
    this.#byUser.set(userId, performance.now())
  }

  /** Counts as an edit of every user, because messages about edits may have been lost. */
  noteAll() {
    this.#ofAll = performance.now()
  }

  /** Returns whether all known edits of a user are before a time. */
  areBefore(userId: string, time: number): boolean {
    return Math.max(this.#ofAll, this.#byUser.get(userId) ?? 0) < time
  }
}
