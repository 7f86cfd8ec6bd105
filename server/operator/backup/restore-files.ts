import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { MARKER_FILE } from '../installation/shared.ts'
import { MEDIA_TYPES } from '../../people/media/media.ts'
import { createStorage } from '../../platform/storage/storage.ts'
import { STAGING_FOLDER } from './files.ts'

/**
 * Files of a backup during a restore. They are kept in a staging folder until all of them have been
 * read.
 */
export type RestoredFiles = {
  /** Deletes files left by an interrupted restore. */
  begin(): Promise<void>
  add(path: string, bytes: Buffer): Promise<void>
  /** Moves the files from the staging folder to their final places. */
  settle(): Promise<void>
  /** Deletes all files that this restore has written. */
  undo(): Promise<void>
}

const MEDIA_FOLDER = 'media/'

export function restoredFiles(config: Pick<Config, 's3' | 'dataDir'>): RestoredFiles {
  const { dataDir, s3 } = config
  const staging = join(dataDir, STAGING_FOLDER)
  const storage = createStorage(config)
  const storedPictures: string[] = []
  const movedPaths: string[] = []

  /**
   * A picture that is already stored may belong to another installation, so it is neither
   * overwritten nor deleted on undo.
   */
  async function store(name: string, bytes: Buffer) {
    if (name === MARKER_FILE || (await storage.read(name)) !== null) return
    storedPictures.push(name)
    await storage.put(name, bytes, MEDIA_TYPES.webp)
  }

  return {
    begin: () => rm(staging, { recursive: true, force: true }),
    async add(path, bytes) {
      if (s3 && path.startsWith(MEDIA_FOLDER)) return store(basename(path), bytes)
      const at = join(staging, path)
      await mkdir(dirname(at), { recursive: true, mode: 0o700 })
      await writeFile(at, bytes, { mode: 0o600, flag: 'wx' })
    },
    async settle() {
      for (const name of await readdir(staging)) {
        await removeEmpty(join(dataDir, name))
        await rename(join(staging, name), join(dataDir, name))
        movedPaths.push(join(dataDir, name))
      }
      await rm(staging, { recursive: true })
    },
    async undo() {
      for (const path of [staging, ...movedPaths]) await rm(path, { recursive: true, force: true })
      for (const name of storedPictures) await storage.remove(name).catch(() => {})
    },
  }
}

/** Deletes a folder that contains no files. */
const removeEmpty = (path: string) => rm(path, { recursive: true, force: true })
