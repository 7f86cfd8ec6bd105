import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  type ScryptOptions,
} from 'node:crypto'
import { ConfigError } from '../../platform/config/config-error.ts'
import { DamagedBackupError } from './damaged.ts'

/** First bytes of an encrypted file. The number is the version of the format. */
export const MAGIC = Buffer.from('SPLIT BACKUP 1\n')
const SALT_LENGTH = 16
const NONCE_PREFIX_LENGTH = 7
export const HEAD_LENGTH = MAGIC.length + SALT_LENGTH + NONCE_PREFIX_LENGTH
const CHUNK_LENGTH = 64 * 1024
const TAG_LENGTH = 16
/** Cost of scrypt: 128 MB of memory and about 0.1 s per passphrase, which slows down guessing. */
const SCRYPT_OPTIONS: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/**
 * Derives the key. The asynchronous scrypt runs in a thread of its own, so it does not block the
 * event loop.
 */
const deriveKey = (passphrase: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT_OPTIONS, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/**
 * Returns the nonce of a chunk. Each chunk is sealed separately (AES-256-GCM). The nonce contains
 * its number and whether it is the last one, so chunks cannot be changed, moved, left out or cut
 * off.
 */
const nonceOf = (head: Buffer, counter: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 0, HEAD_LENGTH - NONCE_PREFIX_LENGTH, HEAD_LENGTH)
  nonce.writeUInt32BE(counter, NONCE_PREFIX_LENGTH)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

type Bytes = AsyncIterable<Buffer>

export function encrypt(passphrase: string): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const head = Buffer.concat([MAGIC, randomBytes(SALT_LENGTH + NONCE_PREFIX_LENGTH)])
    const key = await deriveKey(passphrase, head.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH))
    const seal = (chunk: Buffer, counter: number, isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(head, counter, isLast))
      cipher.setAAD(head)
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    }
    yield head
    let counter = 0
    for await (const { chunk, isLast } of splitIntoChunks(source, CHUNK_LENGTH)) {
      yield seal(chunk, counter, isLast)
      counter += 1
    }
  }
}

/** Yields the decrypted chunks of `source`, which is the file without its head. */
export async function* decrypt(
  source: Bytes,
  head: Buffer,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const key = await deriveKey(passphrase, head.subarray(MAGIC.length, MAGIC.length + SALT_LENGTH))
  let counter = 0
  for await (const { chunk, isLast } of splitIntoChunks(source, CHUNK_LENGTH + TAG_LENGTH)) {
    yield unseal(chunk, { key, head, counter, isLast })
    counter += 1
  }
}

type ChunkContext = { key: Buffer; head: Buffer; counter: number; isLast: boolean }

function unseal(chunk: Buffer, { key, head, counter, isLast }: ChunkContext): Buffer {
  const end = chunk.length - TAG_LENGTH
  if (end < 0) throw new DamagedBackupError('it is truncated')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head, counter, isLast))
  decipher.setAAD(head)
  decipher.setAuthTag(chunk.subarray(end))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()])
  } catch {
    // If the first chunk fails, the cause may be either of the two.
    if (counter === 0) throw new ConfigError('The passphrase is wrong, or the file was altered.')
    throw new DamagedBackupError('it was altered or truncated')
  }
}

/** Yields chunks of one size and says which one is the last. */
async function* splitIntoChunks(source: Bytes, size: number) {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    pieces.push(piece)
    length += piece.length
    // Wait for one byte more: it proves that the chunk is not the last one.
    if (length <= size) continue
    const bytes = Buffer.concat(pieces)
    let at = 0
    for (; bytes.length - at > size; at += size)
      yield { chunk: bytes.subarray(at, at + size), isLast: false }
    pieces = [bytes.subarray(at)]
    length = bytes.length - at
  }
  yield { chunk: Buffer.concat(pieces), isLast: true }
}
