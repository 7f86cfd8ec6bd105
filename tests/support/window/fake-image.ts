/** First bytes of a PNG. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

/** Returns a WebP whose header says `length`, of which `arrived` bytes are present. */
export function webp(length: number, arrived: number): Blob {
  const bytes = new Uint8Array(length)
  bytes.set(new TextEncoder().encode('RIFF'))
  bytes.set(new TextEncoder().encode('WEBP'), 8)
  new DataView(bytes.buffer).setUint32(4, length - 8, true)
  return new Blob([bytes.subarray(0, arrived)])
}

/** Replacement for `Image` in a browser without rendering. It loads with a set size, or fails. */
export class FakeImage extends EventTarget {
  static decoded = 0
  naturalWidth = 0
  naturalHeight = 0

  static of(size: { width: number; height: number } | 'broken') {
    return class extends FakeImage {
      static override decoded = 0

      set src(_address: string) {
        if (size !== 'broken') [this.naturalWidth, this.naturalHeight] = [size.width, size.height]
        queueMicrotask(() => this.dispatchEvent(new Event(size === 'broken' ? 'error' : 'load')))
      }

      async decode() {
        ;(this.constructor as typeof FakeImage).decoded += 1
      }
    }
  }
}
