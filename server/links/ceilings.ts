import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ceilings } from '../platform/config/config.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { links, throttle } from '../platform/db/schema.ts'
import { FieldError, ThrottledError } from '../platform/http/errors.ts'
import { ownLinks } from './link-rows.ts'

/** Number of links that the user can still create, and the error text if there are none. */
export type LinkAllowance = { left: number; why: string; waitSeconds: number | null }

/**
 * Returns how many links the user can still create. The result is exact in a transaction that has
 * called `nextChange`, which locks the user's row.
 */
export async function linkAllowance(
  db: DbOrTx,
  userId: string,
  ceilings: Ceilings,
): Promise<LinkAllowance> {
  const left = ceilings.links - (await db.$count(links, ownLinks(userId)))
  const made = await createdThisHour(db, userId)
  const leftThisHour = ceilings.linksPerHour - made.count
  if (left <= leftThisHour) {
    const why = `You have ${formatted(ceilings.links)} links, the maximum per account on this server.`
    return { left, why, waitSeconds: null }
  }
  const most = formatted(ceilings.linksPerHour)
  const why = `You have created ${most} links in an hour, the maximum per account on this server. Try again later.`
  return { left: leftThisHour, why, waitSeconds: Math.max(1, made.seconds) }
}

/** Counts one new link, or throws if the user has reached a limit. Call it after `nextChange`. */
export async function countNewLink(tx: Tx, userId: string, ceilings: Ceilings): Promise<void> {
  const { left, why, waitSeconds } = await linkAllowance(tx, userId, ceilings)
  if (left <= 0 && waitSeconds !== null) throw new ThrottledError(waitSeconds)
  if (left <= 0) throw new FieldError('non_field_errors', why)
  await countCreated(tx, userId, 1)
}

const formatted = (count: number) => count.toLocaleString('en-US')

const keyOf = (userId: string) => `links:${userId}`

/**
 * Reads the count of the last hour. It is stored separately, because imported links have older
 * dates.
 */
async function createdThisHour(db: DbOrTx, userId: string) {
  const [row] = await db
    .select({
      count: throttle.count,
      seconds: sql<number>`ceil(extract(epoch from ${throttle.resetAt} - now()))::int`,
    })
    .from(throttle)
    .where(and(eq(throttle.key, keyOf(userId)), gt(throttle.resetAt, sql`now()`)))
  return row ?? { count: 0, seconds: 0 }
}

/**
 * Counts new links in the transaction that creates them, so that a rollback also undoes the count.
 */
export async function countCreated(tx: Tx, userId: string, count: number): Promise<void> {
  const isOver = sql`${throttle.resetAt} <= now()`
  const end = sql`now() + interval '1 hour'`
  await tx
    .insert(throttle)
    .values({ key: keyOf(userId), count, resetAt: end })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        count: sql`case when ${isOver} then ${count} else ${throttle.count} + ${count} end`,
        resetAt: sql`case when ${isOver} then ${end} else ${throttle.resetAt} end`,
      },
    })
}
