import { randomUUID } from 'node:crypto'
import { upgradeEmbedded } from './operator/backup/upgrade-embedded.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-values.ts'
import { connect, type DbAddress } from './platform/db/client.ts'
import { openDatabase } from './platform/db/open.ts'
import { migrateAll } from './platform/jobs/migrate-all.ts'
import { checkShared } from './operator/installation/shared.ts'
import type { Log } from './platform/log/log.ts'
import { ParentProcess } from './platform/processes/parent.ts'
import {
  affordableProcesses,
  embeddedConnections,
  wantedProcesses,
} from './platform/processes/process-count.ts'
import { noSiblings } from './platform/processes/siblings.ts'
import { restrictAccess } from './platform/secrets/private-files.ts'
import { missingPages } from './platform/config/legal-files.ts'
import { loadSecrets, type Secrets } from './platform/secrets/secrets.ts'
import type { Closers } from './serve.ts'

type Options = {
  config: Config
  log: Log
  env: NodeJS.ProcessEnv
  closers: Closers
  /** Script that runs a worker process. */
  entry: string
}

/**
 * Starts everything in order. Returns the location of the database, as text for people. Pushes a
 * function onto `closers` after each step, so that an interrupted start closes only what was
 * opened, last opened first.
 */
export async function start({ config, log, env, closers, entry }: Options): Promise<string> {
  makePrivate(config.dataDir)
  const secrets = loadSecrets(config.dataDir, env)
  await upgradeEmbedded(config, log)
  const wanted = wantedProcesses(config)
  const database = await openDatabase(config, log, {
    max_connections: String(embeddedConnections(wanted)),
  })
  closers.push(database.close)
  const { address } = database
  await migrateAll(address, log)
  await checkDatabase(address, config, secrets)
  const count = await affordableProcesses(config, wanted, { address, log })
  const serverId = randomUUID()
  if (count === 1) {
    const { serve } = await import('./serve.ts')
    await serve({ config, log, secrets, address, serverId, siblings: noSiblings() }, closers)
  } else {
    const parent = new ParentProcess({ entry, task: { count, serverId, address }, log })
    closers.push(() => parent.stop())
    await parent.start()
  }
  warnOfMissingPages(config, log)
  return database.place
}

async function checkDatabase(address: DbAddress, config: Config, secrets: Secrets) {
  const { db, sql } = connect(address, { max: 1 })
  try {
    await checkShared(db, { config, secrets })
  } finally {
    await sql.end()
  }
}

/** Warns about legal pages that are missing. Visitors look for them, and laws require some. */
function warnOfMissingPages({ legal, pagesDir: folder }: Config, log: Log) {
  const files = missingPages(legal).map((key) => `${key}.md`)
  if (files.length === 0) return
  log.warn('pages about this site are not written yet', { files: files.join(', '), folder })
}

function makePrivate(dataDir: string) {
  try {
    restrictAccess(dataDir)
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`)
  }
}
