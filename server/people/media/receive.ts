import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  UPLOAD_CUT_TEXT,
  UPLOAD_EMPTY_TEXT,
  UPLOAD_MAX_BYTES,
  UPLOAD_MISSING_TEXT,
  UPLOAD_SIZE_TEXT,
} from '#contract/images/uploads.ts'
import { boundaryOf, readFilePart } from './multipart.ts'

/** Error for a rejected file. The message is shown to the user. */
export class RefusedFile extends Error {}

/**
 * Maximum bytes read of a file that is too large. They are read and dropped, because a browser does
 * not read the answer before it has sent the whole body.
 */
const MAX_READ_BYTES = 4 * UPLOAD_MAX_BYTES
const MAX_FILE_AGE_MS = 60 * 60 * 1000

/**
 * Writes the form's `file` to a temporary file, which is deleted when the work ends or the client
 * disconnects.
 */
export async function withReceivedFile<T>(
  request: Request,
  folder: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null || !request.body) throw new RefusedFile(UPLOAD_MISSING_TEXT)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_READ_BYTES) {
    throw new RefusedFile(UPLOAD_SIZE_TEXT)
  }
  await mkdir(folder, { recursive: true })
  await removeOldFiles(folder)
  const path = join(folder, randomUUID())
  try {
    await receive(withByteLimit(request.body), boundary, path)
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Reads and drops the body, because a browser does not read the answer before it has sent the whole
 * body.
 */
export async function dropBody({ body }: Request): Promise<void> {
  if (!body) return
  const rest = withByteLimit(body)
  while (!(await rest.next()).done);
}

async function receive(body: AsyncIterable<Uint8Array>, boundary: string, path: string) {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  /**
   * Write error, such as a full disk. The body is still read to its end, so that the browser reads
   * the answer.
   */
  let failure: unknown
  try {
    const fault = await readFilePart(body, boundary, 'file', async (bytes) => {
      size += bytes.length
      if (size > UPLOAD_MAX_BYTES || failure !== undefined) return
      await file.writeFile(bytes).catch((error: unknown) => (failure = error))
    })
    if (failure !== undefined) throw failure as Error
    if (size > UPLOAD_MAX_BYTES) throw new RefusedFile(UPLOAD_SIZE_TEXT)
    if (fault) throw new RefusedFile(fault === 'missing' ? UPLOAD_MISSING_TEXT : UPLOAD_CUT_TEXT)
    if (size === 0) throw new RefusedFile(UPLOAD_EMPTY_TEXT)
  } finally {
    await file.close()
  }
}

/** Limits the bytes that are read, whatever the Content-Length header says. */
async function* withByteLimit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > MAX_READ_BYTES) throw new RefusedFile(UPLOAD_SIZE_TEXT)
    yield chunk
  }
}

/** Deletes files that an interrupted process left behind. */
async function removeOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > MAX_FILE_AGE_MS) await rm(path, { force: true })
  }
}
