import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { MARK } from '../installation/shared.ts'
import { MEDIA_TYPES } from '../../people/media/media.ts'
import { createStorage } from '../../platform/storage/storage.ts'
import { STAGING } from './files.ts'

/** Files of a backup on their way back: beside their places until everything is there. */
export type ArrivingFiles = {
  /** Takes away what a try has left that was killed. */
  begin(): Promise<void>
  add(path: string, bytes: Buffer): Promise<void>
  /** Brings them to their places. */
  settle(): Promise<void>
  /** As if none had come. */
  undo(): Promise<void>
}

const PICTURES = 'media/'

export function arrivingFiles(config: Pick<Config, 's3' | 'dataDir'>): ArrivingFiles {
  const { dataDir, s3 } = config
  const staging = join(dataDir, STAGING)
  const storage = createStorage(config)
  const stored: string[] = []
  const settled: string[] = []

  /** One that is there already may be another installation's, too: it stays, whatever happens. */
  async function store(name: string, bytes: Buffer) {
    if (name === MARK || (await storage.read(name)) !== null) return
    stored.push(name)
    await storage.put(name, bytes, MEDIA_TYPES.webp)
  }

  return {
    begin: () => rm(staging, { recursive: true, force: true }),
    async add(path, bytes) {
      if (s3 && path.startsWith(PICTURES)) return store(basename(path), bytes)
      const at = join(staging, path)
      await mkdir(dirname(at), { recursive: true, mode: 0o700 })
      await writeFile(at, bytes, { mode: 0o600, flag: 'wx' })
    },
    async settle() {
      for (const name of await readdir(staging)) {
        await removeEmpty(join(dataDir, name))
        await rename(join(staging, name), join(dataDir, name))
        settled.push(join(dataDir, name))
      }
      await rm(staging, { recursive: true })
    },
    async undo() {
      for (const path of [staging, ...settled]) await rm(path, { recursive: true, force: true })
      for (const name of stored) await storage.remove(name).catch(() => {})
    },
  }
}

/** A folder in which there are no files. */
const removeEmpty = (path: string) => rm(path, { recursive: true, force: true })
