const INITIAL_BYTES = 16 * 1024
/** Number of characters that are collected before they are copied: one call per line is slow. */
const COPIED_CHARACTERS = 2048

export type ClickLines = { bytes: Uint8Array<ArrayBuffer>; count: number }

/**
 * Returns the lines as a string. Callers should keep it, because it is used twice: to store the
 * batch and to count it.
 */
export const textOf = ({ bytes }: ClickLines) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/**
 * Buffer of clicks that wait to be handed over, one line each. It lies outside the JavaScript heap:
 * an object per click would live just long enough to be copied by every garbage collection.
 */
export class ClickBuffer {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES)
  #end = 0
  #readBytes = 0
  #readCount = 0
  /** Latest lines, not copied yet. */
  #recent = ''
  count = 0

  /** Adds a line, which must be plain ASCII. */
  add(line: string) {
    this.#recent += line
    this.count += 1
    if (this.#recent.length >= COPIED_CHARACTERS) this.#copyRecent()
  }

  /** Returns the lines added since the last call. They are valid until the next one is added. */
  latest(): { bytes: Uint8Array; count: number } {
    this.#copyRecent()
    const bytes = this.#bytes.subarray(this.#readBytes, this.#end)
    const count = this.count - this.#readCount
    this.#readBytes = this.#end
    this.#readCount = this.count
    return { bytes, count }
  }

  /** Returns all lines and gives up their memory. */
  take(): ClickLines {
    this.#copyRecent()
    const contents = { bytes: this.#bytes.subarray(0, this.#end), count: this.count }
    this.#bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES)
    this.#end = 0
    this.count = 0
    this.#readBytes = 0
    this.#readCount = 0
    return contents
  }

  #copyRecent() {
    const { length } = this.#recent
    if (this.#end + length > this.#bytes.length) this.#grow(length)
    this.#end += this.#bytes.write(this.#recent, this.#end, 'latin1')
    this.#recent = ''
  }

  #grow(more: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 4, this.#end + more))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
  }
}
