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
  { maxBytes, overflow, compression, isAccepted = () => true }: FetchLimits,
): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let isChecked = false
  let isRejected = false
  try {
    const plain = decodedStream(
      raw,
      compression === 'refused' ? requireUncompressed(encoding) : encoding,
    )
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (!isChecked && size >= MAGIC_BYTES) {
        isChecked = true
        isRejected = !isAccepted(Buffer.concat(chunks))
      }
      if (isRejected || size > maxBytes) break
    }
  } finally {
    raw.destroy()
  }
  const isTooLarge = size > maxBytes
  if (isTooLarge && !isRejected && overflow === 'fail') throw new FetchFailure('too_large')
  return { body: Buffer.concat(chunks), isCut: isTooLarge || isRejected }
}

/** Number of bytes that identify every picture format. */
const MAGIC_BYTES = 16

function requireUncompressed(encoding: string | undefined): undefined {
  if (!/^(identity)?$/i.test(encoding?.trim() ?? '')) throw new FetchFailure('refused')
}

function decodedStream(raw: Readable, encoding: string | undefined): Readable {
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
