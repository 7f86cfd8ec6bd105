import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FetchLimits } from './fetch-limits.ts'
import { FetchFailure } from './fetch-failure.ts'

/**
 * Reads the body up to the limit, counted after decompression, so that a decompression bomb ends as
 * early as an endless body.
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

/** Number of bytes that identify every picture format. */
const START_BYTES = 16

function plainOnly(encoding: string | undefined): undefined {
  if (!/^(identity)?$/i.test(encoding?.trim() ?? '')) throw new FetchFailure('refused')
}

function decoded(raw: Readable, encoding: string | undefined): Readable {
  const decoder = decoderFor(encoding?.trim().toLowerCase() ?? '')
  if (!decoder) return raw
  // The reader sees the error. Without a callback it would be uncaught.
  pipeline(raw, decoder, () => {})
  return decoder
}

function decoderFor(encoding: string): Transform | undefined {
  // Read truncated pages as far as they arrived, like browsers do.
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
      // Decompression bombs use several layers. No shop needs them.
      throw new FetchFailure('refused')
  }
}
