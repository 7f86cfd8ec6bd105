import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { servers } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { describeDisk, isLow } from '../../platform/storage/disk-space.ts'

export type SeenServer = typeof servers.$inferSelect

const HEARTBEAT_MS = 60_000
/**
 * Minutes after which a server that does not report counts as stopped. A killed server cannot
 * remove its own row.
 */
export const SERVER_TIMEOUT_MINUTES = 5

/**
 * Limit in ms for removing the row at shutdown. An unreachable database must not use up the time
 * for writing the last clicks.
 */
const REMOVE_TIMEOUT_MS = 1000

/**
 * Records in the database every minute that this server runs, so that `status` shows all servers. A
 * server has one `id`, however many processes it runs.
 */
export async function startHeartbeat(
  deps: Pick<Deps, 'db' | 'config' | 'disks' | 'log'>,
  id: string = randomUUID(),
) {
  const { db, config, disks, log } = deps
  const fixed = { id, host: hostname(), port: config.port, version: config.version }
  const startedAt = new Date()
  const warned = new Set<string>()

  async function writeHeartbeat() {
    const found = await disks.look()
    for (const disk of found) {
      if (isLow(disk) && !warned.has(disk.path))
        log.warn('a disk is nearly full', { free: describeDisk(disk), folder: disk.path })
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
    writeHeartbeat().catch((error: unknown) =>
      log.debug('could not record that this server runs', { error }),
    )
  }, HEARTBEAT_MS)
  again.unref()
  await writeHeartbeat()
  return {
    beat: writeHeartbeat,
    async stop() {
      clearInterval(again)
      const gone = db
        .delete(servers)
        .where(eq(servers.id, id))
        .catch((error: unknown) =>
          log.debug('could not remove this server from the list', { error }),
        )
      await withTimeout(REMOVE_TIMEOUT_MS, gone, undefined)
    },
  }
}

/** Returns the running servers, the longest-running one first. */
export const listRunningServers = (db: Db): Promise<SeenServer[]> =>
  db
    .select()
    .from(servers)
    .where(sql`${servers.seenAt} > now() - make_interval(mins => ${SERVER_TIMEOUT_MINUTES})`)
    .orderBy(asc(servers.startedAt), asc(servers.id))

/** Deletes rows of servers that were killed at least a day ago. */
export async function deleteStoppedServers(db: Db): Promise<void> {
  await db.delete(servers).where(lt(servers.seenAt, sql`now() - interval '1 day'`))
}
