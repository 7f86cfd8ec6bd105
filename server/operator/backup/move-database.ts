import type { PoolClient } from 'pg'
import { ConfigError } from '../../platform/config/config-error.ts'
import { databaseUrl } from '../../platform/config/config-values.ts'
import type { Config } from '../../platform/config/config.ts'
import { openPool } from '../../platform/db/client.ts'
import { runningEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { withConnection } from '../../platform/db/statement.ts'
import { migrateAll } from '../../platform/jobs/migrate-all.ts'
import type { Log } from '../../platform/log/log.ts'
import type { State } from './manifest.ts'
import type { Progress } from './progress.ts'
import { fillDatabase } from './restore.ts'
import { withSnapshot } from './snapshot.ts'

type MoveContext = { log: Log; progress: Progress }

/**
 * Copies the configured database into another, empty one. Pictures and secrets stay where they are.
 */
export async function moveDatabase(
  config: Config,
  target: string,
  around: MoveContext,
): Promise<State> {
  const url = target === 'embedded' ? null : databaseUrl({ DATABASE_URL: target })
  if (url === config.databaseUrl) throw new ConfigError('The server already uses this database.')
  if (await runningEmbedded(config.dataDir)) throw stillRunningError()
  const from = await openDatabase(config, around.log)
  try {
    const to = await openDatabase({ ...config, databaseUrl: url }, around.log)
    const pool = openPool(from.address, { max: 1 })
    try {
      if (await withConnection(pool, isServerConnected)) throw stillRunningError()
      return await withSnapshot(pool, async ({ catalog, rows, state }) => {
        const { log, progress } = around
        await fillDatabase(to.address, log, { from: catalog, rows, state, progress })
        await migrateAll(to.address, log)
        return state()
      })
    } finally {
      await pool.end()
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** The copy would miss what a running server saves. */
const stillRunningError = () =>
  new ConfigError('Stop the server first. Changes made during the move would be lost.')

/** Returns whether a server uses the database. Each server keeps a session with this name open. */
async function isServerConnected(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'split session' limit 1`)
  return rows.length > 0
}
