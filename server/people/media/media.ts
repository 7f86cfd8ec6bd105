import { createHash } from 'node:crypto'
import type { Storage } from '../../platform/storage/storage-type.ts'

export const MEDIA_TYPES = { webp: 'image/webp' } as const
export type MediaExtension = keyof typeof MEDIA_TYPES

export type MediaStore = {
  /** Stores bytes under a key made of their hash and returns the key. */
  put(bytes: Buffer, extension: MediaExtension): Promise<string>
  /**
   * Returns null if the key has another form than ours, so that a request cannot read other files.
   */
  read(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}

/** Returns the key of the bytes, which is their hash. */
export const mediaKey = (bytes: Buffer, extension: MediaExtension) =>
  `${createHash('sha256').update(bytes).digest('hex')}.${extension}`

const KEY = /^[0-9a-f]{64}\.webp$/

/**
 * Creates the picture store. Keys are hashes of the content, so the content of a key never changes.
 */
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

/** Returns the public path of a stored picture. */
export const mediaPath = (key: string) => `/media/${key}`
