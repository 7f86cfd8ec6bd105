import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FetchLimits } from './fetcher.ts'
import { FetchFailure } from './fetch-failure.ts'

/**
 * Reads no more than the limit, counted after decompression: a small reply that swells to
 * gigabytes ends as early as an endless one.
 */
export async function readBody(
  raw: Readable,
  encoding: string | undefined,
  { maxBytes, overflow }: FetchLimits,
): Promise<{ body: Buffer; isCut: boolean }> {
  const plain = decoded(raw, encoding)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size > maxBytes) break
    }
  } finally {
    raw.destroy()
  }
  const isCut = size > maxBytes
  if (isCut && overflow === 'fail') throw new FetchFailure('too_large')
  return { body: Buffer.concat(chunks), isCut }
}

function decoded(raw: Readable, encoding: string | undefined): Readable {
  const decoder = decoderFor(encoding?.trim().toLowerCase() ?? '')
  if (!decoder) return raw
  // The reader sees the error; without a callback it would be thrown at nobody.
  pipeline(raw, decoder, () => {})
  return decoder
}

function decoderFor(encoding: string): Transform | undefined {
  // A page whose end is missing is shown by browsers, and read by us, as far as it came.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH }
  switch (encoding) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient)
    case 'deflate':
      return createInflate(lenient)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    default:
      // Layers of compression are how bombs are built; no shop needs them.
      throw new FetchFailure('refused')
  }
}
