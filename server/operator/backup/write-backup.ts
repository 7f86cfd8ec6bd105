import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { createMediaStore } from '../../people/media/media.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { createStorage } from '../../platform/storage/storage.ts'
import { writeArchive, type ArchivePart } from './archive.ts'
import { listBackupFiles, readIfExists, SECRETS_FILE } from './files.ts'
import { describePart, filePartName, MANIFEST, tablePartName, type Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { withSnapshot, type Snapshot } from './snapshot.ts'
import { verifyBackup } from './verify.ts'

export type BackupSource = { pool: Pool; config: Config; secrets: Secrets }

export type BackupOptions = {
  passphrase: string | null
  progress: Progress
  /** Aborts the backup and deletes the unfinished file. */
  signal?: AbortSignal
}

export type WrittenBackup = { manifest: Manifest; sha256: string; bytes: number }

/**
 * Writes the whole installation into one file. The file has a temporary name until it is complete,
 * synced to disk and verified, so a file with the final name is always complete.
 */
export async function writeBackup(
  source: BackupSource,
  path: string,
  options: BackupOptions,
): Promise<WrittenBackup> {
  checkTarget(path)
  const part = `${path}.part`
  await rm(part, { force: true })
  try {
    const written = await writeArchive(part, options, (add) => fill(source, options, add))
    const manifest = await verifyBackup({ ...options, path: part }, options.progress)
    await rename(part, path)
    await syncFolder(dirname(path))
    return { ...written, manifest }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function checkTarget(path: string) {
  if (existsSync(path)) throw new ConfigError(`The file ${path} already exists.`)
  if (!existsSync(dirname(path))) throw new ConfigError(`There is no folder ${dirname(path)}.`)
}

/** Syncs the folder, because a rename is durable only then. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

type Add = (part: ArchivePart) => Promise<void>

async function fill(source: BackupSource, { passphrase, progress }: BackupOptions, add: Add) {
  const parts: Manifest['parts'] = []
  const addPart: Add = async (part) => {
    parts.push(describePart(part.name, part.bytes))
    await add(part)
  }
  const { config } = source
  const madeAt = new Date().toISOString()
  const database = await withSnapshot(source.pool, async (snapshot) => {
    if (snapshot.catalog.migrations.length === 0)
      throw new ConfigError('There is nothing to back up: this database has never been used.')
    const pictures = await addRows(snapshot, addPart, progress)
    // Read files after the rows: every file that a row names exists by then.
    if (passphrase !== null) await addSecrets(source, addPart)
    await addFiles(source, config.s3 ? pictures : new Set(), addPart, progress)
    return snapshot.state()
  })
  const manifest: Manifest = { format: 1, madeAt, version: config.version, database, parts }
  await add({ name: MANIFEST, bytes: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) })
}

/** Name of a picture in the store, in any column. */
const PICTURE_NAME = /[0-9a-f]{64}\.webp/g

async function addRows(snapshot: Snapshot, add: Add, progress: Progress): Promise<Set<string>> {
  const pictures = new Set<string>()
  let table = ''
  let nth = 0
  let read = 0
  for await (const rows of snapshot.rows) {
    nth = rows.table === table ? nth + 1 : 1
    table = rows.table
    read += rows.bytes.length
    for (const [name] of rows.bytes.toString('latin1').matchAll(PICTURE_NAME)) pictures.add(name)
    await add({ name: tablePartName(table, nth), bytes: rows.bytes })
    progress('Reading the database', `${megabytes(read)}, ${table}`)
  }
  return pictures
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * Adds the secrets that are in use, even if they were set in the environment. A backup that is not
 * encrypted does not contain them.
 */
async function addSecrets({ secrets: { jwt, signing, vapid } }: BackupSource, add: Add) {
  const kept = Buffer.from(`${JSON.stringify({ jwt, signing, vapid }, null, 2)}\n`)
  await add({ name: filePartName(SECRETS_FILE), bytes: kept })
}

async function addFiles(
  { config }: BackupSource,
  stored: Set<string>,
  add: Add,
  progress: Progress,
) {
  const except = config.backup?.dir ?? null
  const paths = await listBackupFiles({ dataDir: config.dataDir, except })
  let count = 0
  for (const path of paths.filter((path) => path !== SECRETS_FILE)) {
    const bytes = await readIfExists(join(config.dataDir, path))
    if (bytes) await add({ name: filePartName(path), bytes })
    progress('Reading the files', String((count += 1)))
  }
  const media = createMediaStore(createStorage(config))
  // Pictures that were moved into a store may also still be in the folder.
  const added = new Set(paths)
  for (const name of [...stored].sort()) {
    const path = `media/${name.slice(0, 2)}/${name}`
    const bytes = added.has(path) ? null : await media.read(name)
    if (bytes) await add({ name: filePartName(path), bytes })
    progress('Reading the pictures', String((count += 1)))
  }
}
