import {
  UPLOAD_EMPTY_TEXT,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MOVING_TEXT,
  UPLOAD_PIXELS_TEXT,
  UPLOAD_SIZE_TEXT,
  UPLOAD_TYPE_TEXT,
} from '#contract/images/uploads.ts'
import type { Size } from './crop-geometry.ts'

export const NOT_LOADED_TEXT = 'Failed to load the image'
export const NOT_SUPPORTED_TEXT = 'The file is not supported for editing'

/** Error with a message for the user. */
export class PictureError extends Error {}

/** Picture ready for editing. The function that opened it must revoke `url`. */
export type Picture = Size & { blob: Blob; url: string }

/** Accepted MIME types. Some phones use other names for JPEG. */
const TYPES = ['image/png', 'image/jpeg', 'image/jpg', 'image/pjpeg', 'image/webp']

/**
 * Reads a chosen file into memory, so that the shown picture is uploaded even if the file changes.
 */
export async function readFile(file: File): Promise<Blob> {
  if (file.type !== '' && !TYPES.includes(file.type)) throw new PictureError(UPLOAD_TYPE_TEXT)
  if (file.size > UPLOAD_MAX_BYTES) throw new PictureError(UPLOAD_SIZE_TEXT)
  const bytes = await bytesOf(file)
  if (bytes.byteLength === 0) throw new PictureError(UPLOAD_EMPTY_TEXT)
  return new Blob([bytes], { type: file.type })
}

const bytesOf = (file: File) =>
  new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
    reader.addEventListener('error', () => reject(new PictureError(NOT_SUPPORTED_TEXT)))
    reader.readAsArrayBuffer(file)
  })

/** Decodes a picture, so that broken ones are rejected before they are shown. */
export async function openPicture(blob: Blob): Promise<Picture> {
  const url = URL.createObjectURL(blob)
  try {
    const size = await decode(url)
    await rejectUnsupported(blob)
    return { blob, url, ...size }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

async function decode(url: string): Promise<Size> {
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
      image.src = url
    })
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    // The size is known from the header, so decompression bombs are rejected before decoding.
    if (size.width * size.height > UPLOAD_MAX_PIXELS) throw new PictureError(UPLOAD_PIXELS_TEXT)
    await image.decode()
    return size
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError(NOT_LOADED_TEXT)
  }
}

/** Bit for animation in the header flags of a WebP. */
const ANIMATED = 2

/**
 * Rejects all but PNG, JPEG and WebP by their content, because browsers can show more types than
 * the server accepts.
 */
async function rejectUnsupported(blob: Blob): Promise<void> {
  const header = await blob.slice(0, 21).arrayBuffer()
  const bytes = new Uint8Array(header)
  const text = String.fromCharCode(...bytes)
  if (text.startsWith('\u0089PNG') || text.startsWith('\u00ff\u00d8\u00ff')) return
  if (!/^RIFF.{4}WEBP/s.test(text)) throw new PictureError(UPLOAD_TYPE_TEXT)
  // Chrome shows truncated WebP files. The header has the expected length.
  if (new DataView(header).getUint32(4, true) + 8 > blob.size)
    throw new PictureError(NOT_LOADED_TEXT)
  // The server also rejects animations, but only after the whole upload.
  const moves = text.startsWith('VP8X', 12) && ((bytes[20] ?? 0) & ANIMATED) > 0
  if (moves) throw new PictureError(UPLOAD_MOVING_TEXT)
}
