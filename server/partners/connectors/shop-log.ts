import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { shopDeliveries } from '../../platform/db/schema.ts'
import type { DeliveryOutcome } from '../../platform/db/schema/desk-schema.ts'

/** Number of deliveries in the log of a connector. */
export const LOG_LENGTH = 100

export type Delivery = typeof shopDeliveries.$inferSelect

export type LoggedDelivery = {
  connectorId: number
  kind: string
  senderId: string | null
  orderNumber?: string
  outcome: DeliveryOutcome
  why: string
}

const MAX_TEXT = 500
const textOf = (text: string) => text.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ').slice(0, MAX_TEXT)

/** Adds a delivery to the log and deletes what no longer fits. */
export async function logDelivery(db: DbOrTx, delivery: LoggedDelivery): Promise<void> {
  const { connectorId, kind, senderId, orderNumber = '', outcome, why } = delivery
  const row = {
    connectorId,
    kind: textOf(kind),
    senderId: senderId === null ? null : textOf(senderId),
    orderNumber: textOf(orderNumber),
    outcome,
    why: textOf(why),
  }
  await db
    .insert(shopDeliveries)
    .values(row)
    .onConflictDoUpdate({
      target: [shopDeliveries.connectorId, shopDeliveries.senderId],
      targetWhere: sql`${shopDeliveries.senderId} is not null`,
      set: REPEATED,
    })
  await db.execute(sql`
    delete from shop_deliveries where connector_id = ${connectorId} and id <= (
      select id from shop_deliveries where connector_id = ${connectorId}
      order by id desc nulls last offset ${LOG_LENGTH} limit 1)`)
}

const REPEATED = { times: sql`${shopDeliveries.times} + 1` }

/** Counts a repeated delivery. Returns false if it is not in the log. */
export async function countRepeated(
  db: DbOrTx,
  connectorId: number,
  senderId: string,
): Promise<boolean> {
  const rows = await db
    .update(shopDeliveries)
    .set(REPEATED)
    .where(
      and(
        eq(shopDeliveries.connectorId, connectorId),
        eq(shopDeliveries.senderId, textOf(senderId)),
      ),
    )
    .returning({ id: shopDeliveries.id })
  return rows.length > 0
}

/**
 * Logs a delivery whose sender is unknown. A repetition of the newest entry is counted there, so
 * that a wrong secret does not push all other entries out of the log.
 */
export async function logUnknownSender(
  db: DbOrTx,
  delivery: Omit<LoggedDelivery, 'senderId'>,
): Promise<void> {
  const { connectorId, why } = delivery
  const [newest] = await db
    .select()
    .from(shopDeliveries)
    .where(eq(shopDeliveries.connectorId, connectorId))
    .orderBy(sql`${shopDeliveries.id} desc nulls last`)
    .limit(1)
  if (newest?.senderId !== null || newest.why !== why)
    return logDelivery(db, { ...delivery, senderId: null })
  await db
    .update(shopDeliveries)
    .set({ ...REPEATED, at: sql`now()` })
    .where(and(eq(shopDeliveries.id, newest.id), isNull(shopDeliveries.senderId)))
}

/** Returns the log of a connector, newest first. */
export const readShopLog = (db: DbOrTx, connectorId: number): Promise<Delivery[]> =>
  db
    .select()
    .from(shopDeliveries)
    .where(eq(shopDeliveries.connectorId, connectorId))
    .orderBy(sql`${shopDeliveries.id} desc nulls last`)
    .limit(LOG_LENGTH)
