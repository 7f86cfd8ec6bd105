import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbAddress } from '../../platform/db/client.ts'
import { runningEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openDatabase } from '../../platform/db/open.ts'
import type { Log } from '../../platform/log/log.ts'

type OpenedDatabase = { address: DbAddress; close: () => Promise<void> }

/** Opens the database without migrating it. The embedded one is started if no server runs. */
export async function openDatabaseUnmigrated(config: Config, log: Log): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return openDatabase(config, log)
  if (!existsSync(join(dataDir, 'postgres')))
    throw new ConfigError(`There is nothing to back up in ${dataDir}. Is DATA_DIR right?`)
  const running = await runningEmbedded(dataDir)
  return running ? { address: running, close: async () => {} } : openDatabase(config, log)
}
