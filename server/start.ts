import { once } from 'node:events'
import type { Server } from 'node:http'
import { openWriterInThread } from './redirect/clicks/in-thread.ts'
import { upgradeEmbedded } from './operator/backup/upgrade-embedded.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-values.ts'
import { connect, type DbAddress } from './platform/db/client.ts'
import { openDatabase } from './platform/db/open.ts'
import { createDeps } from './deps.ts'
import { migrateAll } from './platform/jobs/migrate-all.ts'
import { closeServer, createServer } from './listen.ts'
import { startHeartbeat } from './operator/installation/servers.ts'
import { checkShared } from './operator/installation/shared.ts'
import { CALENDAR } from './platform/jobs/calendar.ts'
import type { Log } from './platform/log/log.ts'
import { startTracing } from './platform/traces/start-tracing.ts'
import { restrictAccess } from './platform/secrets/private-files.ts'
import { createRedirector } from './redirect/redirect.ts'
import { missingPages } from './platform/config/legal-files.ts'
import { loadSecrets, type Secrets } from './platform/secrets/secrets.ts'

/**
 * Starts everything in order. Returns the location of the database, as text for people. Pushes a
 * function onto `closers` after each step, so that an interrupted start closes only what was
 * opened, last opened first.
 */
export async function start(
  config: Config,
  log: Log,
  env: NodeJS.ProcessEnv,
  closers: (() => Promise<void>)[],
): Promise<string> {
  makePrivate(config.dataDir)
  closers.push(await startTracing(config, log))
  const secrets = loadSecrets(config.dataDir, env)
  await upgradeEmbedded(config, log)
  const database = await openDatabase(config, log)
  closers.push(database.close)
  const { address } = database
  await migrateAll(address, log)
  await checkDatabase(address, config, secrets)
  const json = !process.stdout.isTTY
  const { logLevel, geoipDb } = config
  const clickWriter = openWriterInThread({ address, logLevel, json, geoipDb })
  const { deps, close } = await createDeps({
    config,
    secrets,
    log,
    address,
    clickWriter,
  })
  closers.push(close)
  const redirector = await createRedirector(deps)
  closers.push(async () => redirector.stop())
  const server = createServer(deps, redirector)
  await listen(server, config)
  closers.push(() => {
    // Event streams never end by themselves.
    deps.chatStreams.end()
    return closeServer(server)
  })
  const presence = await startHeartbeat(deps)
  closers.push(() => presence.stop())
  await deps.jobs.start(CALENDAR)
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

/**
 * Maximum number of connections waiting to be accepted; the system may lower it. Node's default of
 * 511 was too low for a link that goes viral: clients whose connection was dropped retry a second
 * later.
 */
const BACKLOG = 4096

async function listen(server: Server, { port, host }: Config): Promise<void> {
  server.listen({ port, host: host || undefined, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new ConfigError(describeListenError(error as NodeJS.ErrnoException, port, host))
  }
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string,
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use already. Stop what uses it, or set another PORT.`
  }
  if (code === 'EACCES') return `This account may not listen on port ${port}. Set another PORT.`
  return `The server cannot listen on ${host || 'port'} ${port}: ${message}.`
}
