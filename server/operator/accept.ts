import type { Config } from '../platform/config/config.ts'
import { beginEpoch } from '../platform/db/changes.ts'
import type { Db } from '../platform/db/client.ts'
import { acceptShared, SHARED } from './installation/shared.ts'
import { loadSecrets } from '../platform/secrets/secrets.ts'

const ACCEPTED = {
  secrets: 'The secrets of this machine are those of all servers from now on.',
  storage: 'The pictures of this machine are those of all servers from now on.',
}

const REREAD = 'Every device reads its lists again in whole, and loses nothing that waits on it.'

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
      await beginEpoch(db)
      return REREAD
    }
  const what = SHARED.find((one) => one === name)
  if (verb !== 'accept' || !what || rest.length > 0) return undefined
  return () => async (db, config) => {
    const secrets = loadSecrets(config.dataDir, process.env)
    await acceptShared(db, what, { config, secrets })
    return `${ACCEPTED[what]} Those that run keep theirs until they are started again.`
  }
}
