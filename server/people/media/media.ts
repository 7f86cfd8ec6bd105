import { createHash } from 'node:crypto'
import type { Storage } from '../../platform/storage/storage-type.ts'

export const MEDIA_TYPES = { webp: 'image/webp' } as const
export type MediaExtension = keyof typeof MEDIA_TYPES

export type MediaStore = {
  /** Stores bytes under a name made of their content and answers the name. */
  put(bytes: Buffer, extension: MediaExtension): Promise<string>
  /** Null for a name that is not ours, so that no request can walk the storage. */
  read(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}

/** The name that bytes have, here and in the store. */
export const mediaKey = (bytes: Buffer, extension: MediaExtension) =>
  `${createHash('sha256').update(bytes).digest('hex')}.${extension}`

const KEY = /^[0-9a-f]{64}\.webp$/

/** Pictures by content: the same content has the same name, so a name's content never changes. */
export function createMediaStore(storage: Storage): MediaStore {
  return {
    async put(bytes, extension) {
      const key = mediaKey(bytes, extension)
      await storage.put(key, bytes, MEDIA_TYPES[extension])
      return key
    },
    read: async (key) => (KEY.test(key) ? storage.read(key) : null),
    async remove(key) {
      if (KEY.test(key)) await storage.remove(key)
    },
  }
}

/** Where everybody finds a stored picture. */
export const mediaPath = (key: string) => `/media/${key}`
