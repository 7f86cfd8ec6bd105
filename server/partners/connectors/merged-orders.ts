import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { BrandRow } from '../../links/brands/organizations.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { shopOrders } from '../../platform/db/schema.ts'
import type { CommissionBase } from '../../platform/db/schema/brands-schema.ts'
import type { Connector } from './connectors.ts'
import { EMPTY_STATE, merge, type OrderEvent, type OrderState, type Report } from './order-state.ts'

/** Number of days after its last delivery that an order is kept. Later refunds are not recognized. */
const ORDER_DAYS = 400
/** Number of days that a refund without its order is kept. */
const REFUND_DAYS = 30

export type MergedOrder = {
  connectorId: number
  orderId: string
  state: OrderState
  /** Time of this state. Later states have later times. */
  version: Date
  /** Order as it was reported last. */
  reported: Report | null
}

type About = { connector: Connector; brand: BrandRow; orderId: string; at: Date }

/**
 * Adds a delivery to the stored state of its order and returns the new state. `read` translates the
 * delivery with the base that counts for this order.
 */
export async function mergeDelivery(
  db: Db,
  { connector: { id: connectorId }, brand, orderId, at }: About,
  read: (base: CommissionBase) => OrderEvent,
): Promise<MergedOrder> {
  return db.transaction(async (tx) => {
    const first = { connectorId, orderId, base: brand.base, state: EMPTY_STATE }
    await tx
      .insert(shopOrders)
      .values({ ...first, version: new Date(0) })
      .onConflictDoNothing()
    const [row] = await tx
      .select()
      .from(shopOrders)
      .where(isOrder({ connectorId, orderId }))
      .for('update')
    if (!row) throw new Error('the order of a shop vanished')
    const state = merge(row.state as OrderState, read(row.base))
    const version = new Date(Math.max(at.getTime(), row.version.getTime() + 1))
    await tx.update(shopOrders).set({ state, version }).where(isOrder({ connectorId, orderId }))
    return { connectorId, orderId, state, version, reported: row.reported as Report | null }
  })
}

const isOrder = ({ connectorId, orderId }: Pick<MergedOrder, 'connectorId' | 'orderId'>) =>
  and(eq(shopOrders.connectorId, connectorId), eq(shopOrders.orderId, orderId))

/** Stores what was reported, unless a later state was reported meanwhile. */
export async function markReported(
  db: DbOrTx,
  order: MergedOrder,
  reported: Report,
): Promise<void> {
  const { version } = order
  const isLatest = or(isNull(shopOrders.reportedVersion), lt(shopOrders.reportedVersion, version))
  await db
    .update(shopOrders)
    .set({ reported, reportedVersion: version })
    .where(and(isOrder(order), isLatest))
}

/** Deletes an order, unless it was reported or another delivery arrived meanwhile. */
export async function dropOrder(db: DbOrTx, order: MergedOrder): Promise<void> {
  const { version } = order
  const isUnchanged = and(isNull(shopOrders.reportedVersion), eq(shopOrders.version, version))
  await db.delete(shopOrders).where(and(isOrder(order), isUnchanged))
}

/** Deletes orders without a delivery for a long time. */
export async function deleteOldShopOrders(db: DbOrTx): Promise<void> {
  await db.execute(sql`
    delete from shop_orders where version < now() - make_interval(days => ${ORDER_DAYS})
      or (version < now() - make_interval(days => ${REFUND_DAYS}) and state->'newest' = 'null')`)
}
