import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { openPool } from '../../platform/db/client.ts'
import {
  removeLeftovers,
  finishReplacing,
  replaceCluster,
  incompletePath,
} from '../../platform/db/embedded/upgrade-folders.ts'
import { createCluster } from '../../platform/db/embedded/cluster.ts'
import { openCluster } from '../../platform/db/embedded/embedded.ts'
import { findOldPrograms } from '../../platform/db/embedded/old-programs.ts'
import { otherVersion, missingProgramsMessage } from '../../platform/db/embedded/other-version.ts'
import { findPlaces, type Places } from '../../platform/db/embedded/places.ts'
import type { Log } from '../../platform/log/log.ts'
import type { State } from './manifest.ts'
import { noProgress, type Progress } from './progress.ts'
import { fillDatabase } from './restore.ts'
import { requireDiskSpace } from './require-disk-space.ts'
import { withSnapshot } from './snapshot.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'pgOldBin'>

/**
 * Copies the embedded database to a new major version of PostgreSQL. The old cluster's own programs
 * export it into a new folder beside it. The folders are swapped after all rows were counted, and
 * the old one is kept. After an error the old cluster is unchanged.
 */
export async function upgradeEmbedded(
  { dataDir, databaseUrl, pgOldBin }: Settings,
  log: Log,
  progress: Progress = noProgress,
): Promise<void> {
  if (databaseUrl !== null) return
  finishReplacing(dataDir)
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  const places = findPlaces(dataDir)
  const { cluster } = places
  const made = otherVersion(cluster)
  if (made === null) return removeLeftovers(cluster)
  const bin = findOldPrograms(made, places.account, pgOldBin)
  if (bin === null) throw new ConfigError(missingProgramsMessage(cluster, made))
  await requireDiskSpace(cluster)
  log.info(`upgrading the database from PostgreSQL ${made}`, { folder: cluster })
  const both = { old: { ...places, bin }, places }
  const { tables } = await copyToNewCluster(both, { dataDir, log, progress }).catch(
    (error: unknown) => {
      throw toUserError(error, cluster)
    },
  )
  const kept = replaceCluster(cluster, made)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  log.info('database upgraded, all rows counted', {
    tables: tables.length,
    rows,
  })
  log.info('the old database is kept. Delete its folder when everything works', { folder: kept })
}

type UpgradeClusters = { old: Places; places: Places }
type UpgradeContext = { dataDir: string; log: Log; progress: Progress }

/** Copies the rows from the old cluster to the new one. Both are stopped when it returns. */
async function copyToNewCluster(
  { old, places }: UpgradeClusters,
  around: UpgradeContext,
): Promise<State> {
  const { dataDir, log, progress } = around
  // Only one process can start the old cluster, so no other start does the same work.
  const from = await openCluster(old, { dataDir, log })
  try {
    await removeLeftovers(places.cluster)
    const next = { ...places, cluster: incompletePath(places.cluster) }
    await createCluster(next)
    const to = await openCluster(next, { dataDir, log })
    const pool = openPool(from.address, { max: 1 })
    try {
      return await withSnapshot(pool, async ({ catalog, rows, state }) => {
        await fillDatabase(to.address, log, { from: catalog, rows, state, progress })
        return state()
      })
    } finally {
      await pool.end()
      await to.stop()
    }
  } catch (error) {
    await removeLeftovers(places.cluster)
    throw error
  } finally {
    await from.stop()
  }
}

function toUserError(error: unknown, cluster: string): unknown {
  if (error instanceof ConfigError || !(error instanceof Error)) return error
  const why = error.message.replaceAll(/\s+/g, ' ')
  return new ConfigError(
    `The database in ${cluster} could not be upgraded to a newer PostgreSQL: ${why}. It is unchanged, and the next start tries again.`,
  )
}
