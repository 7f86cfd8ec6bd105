import { createCipheriv, createDecipheriv, createHmac, type Cipher } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Clicks that were written together. `lines` is null if they cannot be read. */
export type Group = { first: number; count: number; lines: Uint8Array | null }

const ALGORITHM = 'aes-256-ctr'
const BLOCK = 16
/** Marks the start of a group. */
const MARK = 0x47_43_50_53
const HEADER = 32
const INITIAL_BYTES = 16 * 1024

/**
 * Returns the key of a file. Lines contain addresses, so a file can only be read while the salt of
 * its day exists.
 */
export const keyOf = (salt: string, file: string): Buffer =>
  createHmac('sha256', salt).update(`click journal ${file}`).digest()

/**
 * Encrypts the groups of one file. One cipher runs through all of them, because a new one per group
 * costs more than the encryption. No part of its stream is used twice, even if the file is emptied.
 */
export class GroupWriter {
  readonly #cipher: Cipher
  #offset = 0
  #out = Buffer.allocUnsafeSlow(INITIAL_BYTES)

  constructor(key: Buffer) {
    this.#cipher = createCipheriv(ALGORITHM, key, ivAt(0))
  }

  /** Returns a group with its header. The next call overwrites it. `first` is its first number. */
  encode(lines: Uint8Array, first: number, count: number): Buffer {
    const size = HEADER + lines.length
    if (size > this.#out.length) this.#out = Buffer.allocUnsafeSlow(2 * size)
    const out = this.#out
    out.writeUInt32LE(MARK, 0)
    out.writeUInt32LE(lines.length, 4)
    out.writeUInt32LE(count, 8)
    out.writeUInt32LE(crc32(lines), 12)
    out.writeDoubleLE(first, 16)
    out.writeDoubleLE(this.#offset, 24)
    out.set(this.#cipher.update(lines), HEADER)
    this.#offset += lines.length
    return out.subarray(0, size)
  }
}

/** Returns the groups of a file. Leaves out a last one that is not complete. */
export function* groupsIn(file: Buffer, key: Buffer): Generator<Group> {
  let at = 0
  while (at + HEADER <= file.length && file.readUInt32LE(at) === MARK) {
    const end = at + HEADER + file.readUInt32LE(at + 4)
    if (end > file.length) return
    const lines = decrypt(file.subarray(at + HEADER, end), key, file.readDoubleLE(at + 24))
    const isWhole = lines !== null && crc32(lines) === file.readUInt32LE(at + 12)
    yield {
      first: file.readDoubleLE(at + 16),
      count: file.readUInt32LE(at + 8),
      lines: isWhole ? lines : null,
    }
    at = end
  }
}

function decrypt(bytes: Buffer, key: Buffer, offset: number): Buffer | null {
  if (!Number.isSafeInteger(offset) || offset < 0) return null
  const decipher = createDecipheriv(ALGORITHM, key, ivAt(Math.floor(offset / BLOCK)))
  decipher.update(Buffer.alloc(offset % BLOCK))
  return decipher.update(bytes)
}

/** Returns the initial value of the cipher for a block of the file. */
function ivAt(block: number): Buffer {
  const iv = Buffer.alloc(BLOCK)
  iv.writeBigUInt64BE(BigInt(block), BLOCK - 8)
  return iv
}
