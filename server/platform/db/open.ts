import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-values.ts'
import type { Log } from '../log/log.ts'
import { openClient, type DbAddress } from './client.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { isPooledByTransaction } from './pooler.ts'

export type OpenDatabase = {
  address: DbAddress
  /** Location of the data, for messages to the operator. */
  place: string
  close: () => Promise<void>
}

/**
 * Opens the operator's database if one is configured, otherwise the embedded one with these
 * `settings`.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return openExternal(config.databaseUrl, log)
  const { address, folder, stop } = await startEmbedded({ dataDir: config.dataDir, log, settings })
  return { address, place: folder, close: stop }
}

const TRIES = 15
const POOLER_ERROR =
  'DATABASE_URL leads to a pooler in transaction mode, which can lose what was saved. Set it to session mode, or name the database itself.'

/**
 * Connects to the operator's database. Retries for some seconds, because it may still be starting.
 */
async function openExternal(url: string, log: Log): Promise<OpenDatabase> {
  for (let tries = 1; ; tries += 1) {
    const problem = await problemOf(url)
    if (!problem) break
    if (tries === TRIES || !problem.mayPass) {
      throw new ConfigError(`The database of DATABASE_URL cannot be used: ${problem.reason}.`)
    }
    if (tries === 1) log.info('waiting for the database', { reason: problem.reason })
    await sleep(1000)
  }
  if (await isPooledByTransaction({ url })) throw new ConfigError(POOLER_ERROR)
  const { host, pathname } = new URL(url)
  return { address: { url }, place: `${host}${pathname}`, close: async () => {} }
}

async function problemOf(url: string): Promise<{ reason: string; mayPass: boolean } | null> {
  const client = openClient({ url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = (message || code).replaceAll(/\s+/g, ' ')
    // A retry cannot help with errors that the database itself reports, except while it is
    // starting.
    return { reason, mayPass: code === '57P03' || !/^[0-9A-Z]{5}$/.test(code) }
  } finally {
    await client.end().catch(() => {})
  }
}
