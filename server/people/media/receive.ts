import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  UPLOAD_CUT_TEXT,
  UPLOAD_EMPTY_TEXT,
  UPLOAD_MAX_BYTES,
  UPLOAD_MISSING_TEXT,
  UPLOAD_SIZE_TEXT,
} from '#contract/uploads.ts'
import { boundaryOf, readFilePart } from './multipart.ts'

/** The file is not taken; the message says why to the person who sent it. */
export class RefusedFile extends Error {}

/** Of a file that is too large, this much is read and dropped, because a browser hears no answer before it has sent all. */
const MAX_READ_BYTES = 4 * UPLOAD_MAX_BYTES
const FORGOTTEN_MS = 60 * 60 * 1000

/** Receives the form's `file` into a file of its own, which is gone again when the work ends or the sender gives up. */
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
  await removeForgotten(folder)
  const path = join(folder, randomUUID())
  try {
    await receive(counted(request.body), boundary, path)
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads what nobody takes in, because a browser hears no answer before it has sent all. */
export async function dropBody({ body }: Request): Promise<void> {
  if (!body) return
  const rest = counted(body)
  while (!(await rest.next()).done);
}

async function receive(body: AsyncIterable<Uint8Array>, boundary: string, path: string) {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  /** A full disk, say. All is read nevertheless, because a browser hears no answer before it has sent all. */
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

/** Whatever the headers claimed. */
async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    if (read > MAX_READ_BYTES) throw new RefusedFile(UPLOAD_SIZE_TEXT)
    yield chunk
  }
}

/** A process that was killed could not remove what it was receiving. */
async function removeForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_MS) await rm(path, { force: true })
  }
}
