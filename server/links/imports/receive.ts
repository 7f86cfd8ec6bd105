import { IMPORT_EMPTY_TEXT, IMPORT_MAX_BYTES, IMPORT_SIZE_TEXT } from '#contract/imports.ts'
import { UPLOAD_CUT_TEXT, UPLOAD_MISSING_TEXT } from '#contract/uploads.ts'
import { boundaryOf, readFilePart } from '../../people/media/multipart.ts'
import { refuseFile } from './decode.ts'

/**
 * Maximum bytes read of a file that is too large. They are read and dropped, because a browser does
 * not read the answer before it has sent the whole body.
 */
const MAX_READ_BYTES = 6 * IMPORT_MAX_BYTES

/** Returns the file of a request: the form's `file`, or the body itself if it is CSV or text. */
export async function receiveFile(request: Request): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(type)
  const isText = /^text\/(csv|plain|tab-separated-values)\b/i.test(type)
  if (!request.body || (boundary === null && !isText)) return refuseFile(UPLOAD_MISSING_TEXT)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_READ_BYTES)
    return refuseFile(IMPORT_SIZE_TEXT)
  const chunks: Uint8Array[] = []
  let size = 0
  const keep = async (bytes: Uint8Array) => {
    size += bytes.length
    if (size <= IMPORT_MAX_BYTES) chunks.push(bytes)
    else chunks.length = 0
  }
  const body = withByteLimit(request.body)
  if (boundary === null) for await (const bytes of body) await keep(bytes)
  else {
    const fault = await readFilePart(body, boundary, 'file', keep)
    if (fault) return refuseFile(fault === 'missing' ? UPLOAD_MISSING_TEXT : UPLOAD_CUT_TEXT)
  }
  if (size === 0) return refuseFile(IMPORT_EMPTY_TEXT)
  return size > IMPORT_MAX_BYTES ? refuseFile(IMPORT_SIZE_TEXT) : Buffer.concat(chunks)
}

/** Limits the bytes that are read, whatever the Content-Length header says. */
async function* withByteLimit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > MAX_READ_BYTES) refuseFile(IMPORT_SIZE_TEXT)
    yield chunk
  }
}
