import { existsSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { openPool, type DbAddress } from '../../platform/db/client.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { withConnection } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { migrateAll } from '../../platform/jobs/migrate-all.ts'
import { migrateQueue } from '../../platform/jobs/queue.ts'
import type { Log } from '../../platform/log/log.ts'
import { restrictAccess } from '../../platform/secrets/private-files.ts'
import { findRestoreObstacles } from './catalog.ts'
import { listBackupFiles, SECRETS_FILE } from './files.ts'
import { loadDatabase, type Load } from './load.ts'
import { filePartName, pathOfPartName, tableOfPartName, type Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { restoredFiles, type RestoredFiles } from './restore-files.ts'
import { resetAfterRestore } from './settle-database.ts'
import type { Rows } from './snapshot.ts'
import { readVerifiedParts, verifyBackup, type BackupFile } from './verify.ts'

type RestoreContext = {
  config: Config
  log: Log
  progress: Progress
  /** Secrets for a backup without any. By default they must be in DATA_DIR/secrets.json. */
  secrets?: 'in the environment' | 'new'
}

/**
 * Restores a backup into an empty data folder and database, either completely or not at all. The
 * whole file is verified before anything is written.
 */
export async function restoreBackup(file: BackupFile, around: RestoreContext): Promise<Manifest> {
  const { config, progress } = around
  await requireEmptyFolder(config.dataDir)
  const manifest = await verifyBackup(file, progress)
  requireOneSetOfSecrets(manifest, around)
  const isNew = !existsSync(join(config.dataDir, 'postgres'))
  restrictAccess(config.dataDir)
  const opened = await openDatabase(config, around.log)
  let isDone = false
  try {
    await restoreInto(opened.address, { file, manifest }, around)
    isDone = true
    return manifest
  } finally {
    await opened.close()
    if (!isDone && isNew && config.databaseUrl === null) await removeCluster(config.dataDir)
  }
}

async function requireEmptyFolder(dataDir: string) {
  const files = await listBackupFiles({ dataDir })
  const first = files.find((path) => path !== SECRETS_FILE)
  if (first !== undefined)
    throw new ConfigError(
      `${dataDir} is not empty, it contains ${first}. Set DATA_DIR to a new folder. Nothing was written.`,
    )
}

/** Throws unless the secrets are either in the backup or in the data folder or environment. */
function requireOneSetOfSecrets(
  { parts }: Manifest,
  { config: { dataDir }, secrets }: RestoreContext,
) {
  const isInBackup = parts.some(({ name }) => name === filePartName(SECRETS_FILE))
  const isInFolder = existsSync(join(dataDir, SECRETS_FILE))
  if (isInBackup && isInFolder)
    throw new ConfigError(
      `${dataDir} is not empty, it contains ${SECRETS_FILE}. Set DATA_DIR to a new folder. Nothing was written.`,
    )
  if (!isInBackup && !isInFolder && secrets === undefined)
    throw new ConfigError(
      `This backup contains no secrets, because it is not encrypted. Copy ${SECRETS_FILE} of the old DATA_DIR to ${dataDir}, or set JWT_SECRET, SIGNING_SECRET, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY. If they are lost, add --new-secrets: stored gift card codes, tax ids, keys of brands and webhooks and secrets of authenticator apps can then no longer be read, and devices receive no push messages until they are allowed again. Nothing was written.`,
    )
}

/** Deletes the new cluster. If it is on another disk, the folder created for it is deleted too. */
async function removeCluster(dataDir: string) {
  const path = join(dataDir, 'postgres')
  if (!existsSync(path)) return
  const real = realpathSync(path)
  const isElsewhere = dirname(real) !== realpathSync(dataDir)
  await rm(isElsewhere ? dirname(real) : real, { recursive: true, force: true })
  await rm(path, { force: true, recursive: true })
}

type Source = { file: BackupFile; manifest: Manifest }

async function restoreInto(
  address: DbAddress,
  { file, manifest }: Source,
  { config, log, progress }: RestoreContext,
) {
  const files = restoredFiles(config)
  await files.begin()
  const rows = rowsAndFiles(file, manifest, files)
  const from = manifest.database
  try {
    await fillDatabase(address, log, {
      from,
      rows,
      state: () => from,
      progress,
      // Last steps before the commit that can fail.
      before: async (client) => {
        await resetAfterRestore(client)
        await files.settle()
      },
    })
  } catch (error) {
    await files.undo()
    throw error
  }
  progress('Running migrations')
  await migrateAll(address, log)
}

/**
 * Yields the rows of a backup and stores its files in the staging folder, so that the backup is
 * read only once.
 */
async function* rowsAndFiles(
  file: BackupFile,
  manifest: Manifest,
  files: RestoredFiles,
): AsyncGenerator<Rows> {
  for await (const { name, bytes } of readVerifiedParts(file, manifest)) {
    const [table, path] = [tableOfPartName(name), pathOfPartName(name)]
    if (table !== null) yield { table, bytes }
    else if (path !== null) await files.add(path, bytes)
  }
}

type LoadOptions = Load & { before?: (client: PoolClient) => Promise<void> }

/** Loads a backup into an empty database, in one transaction. */
export async function fillDatabase(address: DbAddress, log: Log, load: LoadOptions): Promise<void> {
  const pool = openPool(address, { max: 1 })
  try {
    const [first] = await withConnection(pool, findRestoreObstacles)
    if (first !== undefined)
      throw new ConfigError(
        `The database is not empty, it contains ${first}. Use an empty one. Nothing was written.`,
      )
    await migrateQueue(address, log)
    try {
      await inTransaction(pool, async ({ client }) => {
        await loadDatabase(client, load)
        await load.before?.(client)
      })
    } catch (error) {
      await withConnection(pool, (client) =>
        client.query('drop schema if exists graphile_worker cascade'),
      )
      throw error
    }
    await withConnection(pool, (client) => client.query('analyze'))
  } finally {
    await pool.end()
  }
}
