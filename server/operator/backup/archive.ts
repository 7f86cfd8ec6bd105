import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { ConfigError } from '../../platform/config/config-error.ts'
import { DamagedBackupError } from './damaged.ts'
import { decrypt, encrypt, HEAD_LENGTH, MAGIC } from './encryption.ts'

export type ArchivePart = { name: string; bytes: Buffer }
type AddPart = (part: ArchivePart) => Promise<void>
type Bytes = AsyncIterable<Buffer>

/**
 * Writes a gzipped tar file, encrypted if there is a passphrase. Without one, `tar xzf` opens it.
 * Returns its size and checksum once the file is synced to disk.
 */
export async function writeArchive(
  path: string,
  { passphrase, signal }: { passphrase: string | null; signal?: AbortSignal | undefined },
  fill: (add: AddPart) => Promise<void>,
): Promise<{ sha256: string; bytes: number }> {
  const tar = pack()
  const checksum = { hash: createHash('sha256'), bytes: 0 }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const seal = passphrase === null ? unencrypted : encrypt(passphrase)
  const written = pipeline(tar, createGzip(), seal, withChecksum(checksum), file, {
    ...(signal && { signal }),
  })
  const filled = fill((part) => addTo(tar, part)).then(() => tar.finalize())
  try {
    // The first failure rejects. A full disk ends both promises.
    await Promise.all([written, Promise.race([filled, written])])
  } catch (error) {
    const isFileLost = tar.destroyed
    tar.destroy()
    const [file] = await Promise.allSettled([written, filled])
    signal?.throwIfAborted()
    // If the file could not be written, adding a part fails only with "closed", so report the
    // file's error.
    throw isFileLost && file.status === 'rejected' ? file.reason : error
  }
  return { sha256: checksum.hash.digest('hex'), bytes: checksum.bytes }
}

const addTo = (tar: Pack, { name, bytes }: ArchivePart) =>
  new Promise<void>((resolve, reject) => {
    const header = { name, size: bytes.length, mode: 0o600 }
    tar
      .entry(header, (error) => (error ? reject(error) : resolve()))
      .on('error', reject)
      .end(bytes)
  })

async function* unencrypted(source: Bytes): AsyncGenerator<Buffer> {
  yield* source
}

const withChecksum = (sum: { hash: Hash; bytes: number }) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      sum.hash.update(piece)
      sum.bytes += piece.length
      yield piece
    }
  }

/**
 * Yields the parts of an archive. Throws `Damaged` if the file is broken, or a `ConfigError` that
 * says what to do.
 */
export async function* readArchive(
  path: string,
  passphrase: string | null,
): AsyncGenerator<ArchivePart> {
  const tar = extract()
  const gunzip = createGunzip()
  const checksum = { hash: createHash('sha256'), bytes: 0 }
  const read = pipeline(readCompressed(path, passphrase), withChecksum(checksum), gunzip, tar)
  // Avoids an unhandled rejection. The promise is awaited below.
  read.catch(() => {})
  try {
    for await (const entry of tar) {
      const bytes: Buffer[] = []
      for await (const piece of entry) bytes.push(piece as Buffer)
      yield { name: entry.header.name, bytes: Buffer.concat(bytes) }
    }
    await read
  } catch (error) {
    // The pipeline's error has the cause. The tar reader only reports an early end.
    const cause = await read.then(
      () => error,
      (first: unknown) => first,
    )
    throw toUserError(cause)
  } finally {
    tar.destroy()
  }
  if (gunzip.bytesWritten !== checksum.bytes)
    throw new DamagedBackupError('there is data after its end')
}

function toUserError(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DamagedBackupError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new DamagedBackupError('it is truncated')
  if (/^(E[A-Z]+)$/.test(code)) return error
  return new DamagedBackupError('it was altered or truncated')
}

/**
 * First bytes of a gzip file as zlib writes them. The byte that follows depends on the operating
 * system.
 */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0])
const GZIP_SYSTEMS = [3, 10, 11, 19]

/** Yields the compressed bytes, decrypted if necessary. */
async function* readCompressed(path: string, passphrase: string | null): AsyncGenerator<Buffer> {
  const source = createReadStream(path) as AsyncIterable<Buffer>
  const pieces = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < HEAD_LENGTH) {
    const next = await pieces.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  const rest = (async function* () {
    yield* { [Symbol.asyncIterator]: () => pieces }
  })()
  if (start.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (start.length < HEAD_LENGTH) throw new DamagedBackupError('it is truncated')
    if (passphrase === null)
      throw new ConfigError(
        'This backup is encrypted. Name the file with its passphrase: --passphrase-file FILE, or set BACKUP_PASSPHRASE.',
      )
    const sealed = prepend(start.subarray(HEAD_LENGTH), rest)
    yield* decrypt(sealed, Buffer.from(start.subarray(0, HEAD_LENGTH)), passphrase)
    return
  }
  const isOurs = start.subarray(0, GZIP.length).equals(GZIP)
  if (!isOurs || !GZIP_SYSTEMS.includes(start[GZIP.length] ?? 0))
    throw new DamagedBackupError('it is not a backup file')
  yield* prepend(start, rest)
}

async function* prepend(first: Buffer, rest: Bytes): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  yield* rest
}
