import { IMPORT_EMPTY_TEXT, IMPORT_MAX_BYTES, IMPORT_SIZE_TEXT } from '#contract/imports.ts'
import { UPLOAD_CUT_TEXT, UPLOAD_MISSING_TEXT } from '#contract/images/uploads.ts'
import { boundaryOf, readFilePart } from '../../people/media/multipart.ts'
import { refuseFile } from './decode.ts'

/** Limit of an uploaded file, and the refusal of a larger one. */
type FileLimit = { maxBytes: number; tooLarge: string }
const LINKS_FILE: FileLimit = { maxBytes: IMPORT_MAX_BYTES, tooLarge: IMPORT_SIZE_TEXT }
/**
 * Maximum bytes read of a file that is too large, as a multiple of the limit. They are read and
 * dropped, because a browser does not read the answer before it has sent the whole body.
 */
const MAX_READ = 6

/**
 * Returns the file of a request: the form's `file`, or the body itself if it is CSV or text. Other
 * fields of the form are added to `texts`.
 */
export async function receiveFile(
  request: Request,
  { maxBytes, tooLarge } = LINKS_FILE,
  texts?: Map<string, string>,
): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(type)
  const isText = /^text\/(csv|plain|tab-separated-values)\b/i.test(type)
  if (!request.body || (boundary === null && !isText)) return refuseFile(UPLOAD_MISSING_TEXT)
  const limit = { maxBytes: MAX_READ * maxBytes, tooLarge }
  if (Number(request.headers.get('content-length') ?? 0) > limit.maxBytes)
    return refuseFile(tooLarge)
  const chunks: Uint8Array[] = []
  let size = 0
  const keep = async (bytes: Uint8Array) => {
    size += bytes.length
    if (size <= maxBytes) chunks.push(bytes)
    else chunks.length = 0
  }
  const body = withByteLimit(request.body, limit)
  if (boundary === null) for await (const bytes of body) await keep(bytes)
  else {
    const fault = await readFilePart(body, boundary, 'file', keep, texts)
    if (fault) return refuseFile(fault === 'missing' ? UPLOAD_MISSING_TEXT : UPLOAD_CUT_TEXT)
  }
  if (size === 0) return refuseFile(IMPORT_EMPTY_TEXT)
  return size > maxBytes ? refuseFile(tooLarge) : Buffer.concat(chunks)
}

/** Limits the bytes that are read, whatever the Content-Length header says. */
async function* withByteLimit(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, tooLarge }: FileLimit,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > maxBytes) refuseFile(tooLarge)
    yield chunk
  }
}
