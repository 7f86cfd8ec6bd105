import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { servers } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { within } from '../../platform/within.ts'
import { described, isLow } from '../../platform/storage/disk-space.ts'

export type SeenServer = typeof servers.$inferSelect

const BEAT_MS = 60_000
/**
 * Minutes after which a server that does not report counts as stopped. A killed server cannot
 * remove its own row.
 */
export const SILENT_MINUTES = 5

/**
 * Limit in ms for removing the row at shutdown. An unreachable database must not use up the time
 * for writing the last clicks.
 */
const LEAVE_MS = 1000

/**
 * Records in the database every minute that this server runs, so that `status` shows all servers.
 */
export async function announce(deps: Pick<Deps, 'db' | 'config' | 'disks' | 'log'>) {
  const { db, config, disks, log } = deps
  const id = randomUUID()
  const fixed = { id, host: hostname(), port: config.port, version: config.version }
  const startedAt = new Date()
  const warned = new Set<string>()

  async function beat() {
    const found = await disks.look()
    for (const disk of found) {
      if (isLow(disk) && !warned.has(disk.path))
        log.warn('a disk is nearly full', { free: described(disk), folder: disk.path })
      if (isLow(disk)) warned.add(disk.path)
      else warned.delete(disk.path)
    }
    const seen = { seenAt: sql`now()`, disks: found }
    await db
      .insert(servers)
      .values({ ...fixed, startedAt, ...seen })
      .onConflictDoUpdate({ target: servers.id, set: seen })
  }

  const again = setInterval(() => {
    beat().catch((error: unknown) => log.debug('could not record that this server runs', { error }))
  }, BEAT_MS)
  again.unref()
  await beat()
  return {
    beat,
    async stop() {
      clearInterval(again)
      const gone = db
        .delete(servers)
        .where(eq(servers.id, id))
        .catch((error: unknown) =>
          log.debug('could not remove this server from the list', { error }),
        )
      await within(LEAVE_MS, gone, undefined)
    },
  }
}

/** Returns the running servers, the longest-running one first. */
export const seenServers = (db: Db): Promise<SeenServer[]> =>
  db
    .select()
    .from(servers)
    .where(sql`${servers.seenAt} > now() - make_interval(mins => ${SILENT_MINUTES})`)
    .orderBy(asc(servers.startedAt), asc(servers.id))

/** Deletes rows of servers that were killed at least a day ago. */
export async function forgetServers(db: Db): Promise<void> {
  await db.delete(servers).where(lt(servers.seenAt, sql`now() - interval '1 day'`))
}
