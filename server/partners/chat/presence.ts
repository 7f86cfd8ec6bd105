import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { chatStreams } from '../../platform/db/schema.ts'
import type { Log } from '../../platform/log/log.ts'

const KEY = sql`hashtextextended(${chatStreams.process}::text, 0)`

/**
 * A process that has streams open holds a lock as long as it lives, so that rows of one that was killed
 * count for nothing. Shared among those who try it: two that ask at once do not take each other for it.
 */
const isDead = sql`pg_try_advisory_xact_lock_shared(${KEY})`

/** Whether somebody has a stream open, in whatever process. */
export const hasStream = (userId: string): SQL =>
  sql`exists (select 1 from ${chatStreams} where ${chatStreams.userId} = ${userId}::uuid and not ${isDead})`

/** Rows that processes left behind which are gone. */
export async function forgetStreams(db: Db): Promise<void> {
  await db.delete(chatStreams).where(isDead)
}

export type Presence = {
  /** Brings what stands in the database in line with `isHere`, in the order of the calls. */
  settle(userId: string): Promise<void>
  stop(): Promise<void>
}

/** Who is here, in this process, as all processes can read it. */
export async function keepPresence(options: {
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
        // A person who is gone, or a database that is: nobody is pushed too little for it.
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
