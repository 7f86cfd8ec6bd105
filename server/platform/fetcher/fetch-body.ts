import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FetchLimits } from './fetch-limits.ts'
import { FetchFailure } from './fetch-failure.ts'

/**
 * Reads no more than the limit, counted after decompression: a small reply that swells to
 * gigabytes ends as early as an endless one.
 */
export async function readBody(
  raw: Readable,
  encoding: string | undefined,
  { maxBytes, overflow, isPacked, isWanted = () => true }: FetchLimits,
): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let isJudged = false
  let isTurnedDown = false
  try {
    const plain = decoded(raw, isPacked === 'refused' ? plainOnly(encoding) : encoding)
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (!isJudged && size >= START_BYTES) {
        isJudged = true
        isTurnedDown = !isWanted(Buffer.concat(chunks))
      }
      if (isTurnedDown || size > maxBytes) break
    }
  } finally {
    raw.destroy()
  }
  const isTooLarge = size > maxBytes
  if (isTooLarge && !isTurnedDown && overflow === 'fail') throw new FetchFailure('too_large')
  return { body: Buffer.concat(chunks), isCut: isTooLarge || isTurnedDown }
}

/** By so many bytes every picture is known. */
const START_BYTES = 16

function plainOnly(encoding: string | undefined): undefined {
  if (!/^(identity)?$/i.test(encoding?.trim() ?? '')) throw new FetchFailure('refused')
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
