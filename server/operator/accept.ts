import type { Config } from '../platform/config/config.ts'
import { startEpoch } from '../platform/db/changes.ts'
import type { Db } from '../platform/db/client.ts'
import { acceptShared, SHARED_SETTINGS } from './installation/shared.ts'
import { loadSecrets } from '../platform/secrets/secrets.ts'

const ACCEPTED = {
  secrets: 'All servers must use the secrets of this machine from now on.',
  storage: 'All servers must use the picture storage of this machine from now on.',
}

const RELOAD_NOTICE = 'All devices load their lists again. Their unsent changes are kept.'

/**
 * Handles `accept secrets` and `accept storage`, which make this machine's secrets or picture
 * storage the reference for all servers, and `accept database`, which tells the server that an
 * older database was put in place without `restore`.
 */
export function acceptCommand([verb, name, ...rest]: string[]):
  | (() => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb === 'accept' && name === 'database' && rest.length === 0)
    return () => async (db) => {
      await startEpoch(db)
      return RELOAD_NOTICE
    }
  const what = SHARED_SETTINGS.find((one) => one === name)
  if (verb !== 'accept' || !what || rest.length > 0) return undefined
  return () => async (db, config) => {
    const secrets = loadSecrets(config.dataDir, process.env)
    await acceptShared(db, what, { config, secrets })
    return `${ACCEPTED[what]} Running servers notice it after a restart.`
  }
}
