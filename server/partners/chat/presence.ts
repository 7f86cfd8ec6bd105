import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { chatStreams } from '../../platform/db/schema.ts'
import type { Log } from '../../platform/log/log.ts'

const LOCK_KEY = sql`hashtextextended(${chatStreams.process}::text, 0)`

/**
 * A process with streams holds an advisory lock while it runs, so rows of a killed process can be
 * recognised. The lock is tried in shared mode, so that two concurrent checks do not mistake each
 * other for the process.
 */
const isProcessGone = sql`pg_try_advisory_xact_lock_shared(${LOCK_KEY})`

/** Builds the condition that the user has a stream open in any process. */
export const hasStream = (userId: string): SQL =>
  sql`exists (select 1 from ${chatStreams} where ${chatStreams.userId} = ${userId}::uuid and not ${isProcessGone})`

/** Deletes rows of processes that no longer run. */
export async function deleteStaleStreams(db: Db): Promise<void> {
  await db.delete(chatStreams).where(isProcessGone)
}

export type Presence = {
  /** Updates the database to match `isHere`, in the order of the calls. */
  settle(userId: string): Promise<void>
  stop(): Promise<void>
}

/** Records which users have streams in this process, visible to all processes. */
export async function startPresence(options: {
  db: Db
  dedicated: DedicatedConnection
  log: Log
  process: string
  isHere: (userId: string) => boolean
}): Promise<Presence> {
  const { db, dedicated, log, process, isHere } = options
  const turns = new Map<string, Promise<void>>()
  const unkeep = await dedicated.keep((ask) =>
    ask('select pg_advisory_lock(hashtextextended($1, 0))', [process]),
  )

  async function write(userId: string) {
    if (isHere(userId)) {
      await db.insert(chatStreams).values({ userId, process }).onConflictDoNothing()
    } else {
      await db
        .delete(chatStreams)
        .where(and(eq(chatStreams.userId, userId), eq(chatStreams.process, process)))
    }
  }

  return {
    settle(userId) {
      const turn = (turns.get(userId) ?? Promise.resolve())
        .then(() => write(userId))
        // The user was deleted, or the database is unavailable. At worst an unnecessary
        // notification is sent.
        .catch((error: unknown) => log.debug('presence not written', { error }))
        .finally(() => {
          if (turns.get(userId) === turn) turns.delete(userId)
        })
      turns.set(userId, turn)
      return turn
    },
    async stop() {
      unkeep()
      await Promise.all(turns.values())
      await db
        .delete(chatStreams)
        .where(eq(chatStreams.process, process))
        .catch(() => {})
    },
  }
}
