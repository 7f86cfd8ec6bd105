import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '../platform/db/client.ts'
import { brands, conversions, postbackCalls, users } from '../platform/db/schema.ts'

/**
 * Returns held orders and orders without an exchange rate. Those with an objection come first, then
 * those whose review date is nearest.
 */
export const waitingOrders = (db: Db, limit: number) =>
  db
    .select({ row: conversions, brand: brands.name, email: users.email })
    .from(conversions)
    .leftJoin(brands, eq(brands.id, conversions.brandId))
    .leftJoin(users, eq(users.id, conversions.userId))
    .where(
      or(
        eq(conversions.state, 'held'),
        and(isNull(conversions.dollars), ne(conversions.state, 'reversed')),
      ),
    )
    .orderBy(isNull(conversions.appealedAt), asc(conversions.holdLookAt), asc(conversions.id))
    .limit(limit)

export type WaitingOrder = Awaited<ReturnType<typeof waitingOrders>>[number]

/** Returns calls of shops whose click is unknown, oldest first. */
export const waitingCalls = (db: Db, limit: number) =>
  db
    .select()
    .from(postbackCalls)
    .where(inArray(postbackCalls.state, ['unknown', 'parked']))
    .orderBy(asc(postbackCalls.id))
    .limit(limit)

export type WaitingCall = Awaited<ReturnType<typeof waitingCalls>>[number]
