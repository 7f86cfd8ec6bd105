export const FIRST_RETRY_MS = 100
export const LAST_RETRY_MS = 5000

/** Delay that doubles after each failure, up to a limit. */
export class Retry {
  #ms = 0

  get isNeeded() {
    return this.#ms > 0
  }

  get afterMs() {
    return this.#ms
  }

  failed() {
    this.#ms = Math.min(LAST_RETRY_MS, this.#ms * 2 || FIRST_RETRY_MS)
  }

  succeeded() {
    this.#ms = 0
  }
}
