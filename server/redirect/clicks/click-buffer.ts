const FIRST_BYTES = 16 * 1024

export type ClickLines = { bytes: Uint8Array<ArrayBuffer>; count: number }

/** Kept by whoever stores them: it is read twice, to be written down and to be counted. */
export const textOf = ({ bytes }: ClickLines) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/**
 * Clicks that wait to be handed over, one line each, outside the heap: an object a click would live
 * just long enough to be copied by every collection of garbage.
 */
export class ClickBuffer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #end = 0
  count = 0

  /** `line` holds plain ASCII only. */
  add(line: string) {
    if (this.#end + line.length > this.#bytes.length) this.#grow(line.length)
    this.#end += this.#bytes.write(line, this.#end, 'latin1')
    this.count += 1
  }

  /** Hands over all lines; their memory is no longer ours. */
  take(): ClickLines {
    const taken = { bytes: this.#bytes.subarray(0, this.#end), count: this.count }
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
    this.#end = 0
    this.count = 0
    return taken
  }

  #grow(more: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 4, this.#end + more))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
  }
}
