import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const MEDIA_TYPES = { webp: 'image/webp' } as const
export type MediaExtension = keyof typeof MEDIA_TYPES

export type MediaStore = {
  /** Stores bytes under a name made of their content and answers the name. */
  put(bytes: Buffer, extension: MediaExtension): Promise<string>
  read(key: string): Promise<Buffer | null>
  /** Null for a text that is no key of ours, so that no request can walk the disk. */
  pathOf(key: string): string | null
}

const KEY = /^[0-9a-f]{64}\.webp$/

/** Pictures on disk. The same content has the same name, so a name's content never changes. */
export function createMediaStore(dataDir: string): MediaStore {
  const root = join(dataDir, 'media')

  const pathOf = (key: string) => (KEY.test(key) ? join(root, key.slice(0, 2), key) : null)

  async function put(bytes: Buffer, extension: MediaExtension): Promise<string> {
    const key = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`
    const path = pathOf(key)
    if (path === null) throw new Error(`no media key: ${key}`)
    await mkdir(dirname(path), { recursive: true })
    // Renamed into place, so that no reader ever sees half a picture.
    const part = `${path}.${randomUUID()}.part`
    await writeFile(part, bytes)
    await rename(part, path)
    return key
  }

  async function read(key: string): Promise<Buffer | null> {
    const path = pathOf(key)
    return path === null ? null : readFile(path).catch(nullIfMissing)
  }

  return { put, read, pathOf }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
