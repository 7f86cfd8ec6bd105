import type { Deps } from '../../env.ts'
import { brandData } from './brand-event-data.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { readContext, userData } from './event-data.ts'
import type { WebhookRow } from './webhook-owner.ts'

/** Returns the bodies of deliveries by id. A body has the same facts in every attempt. */
export async function eventBodies(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  webhook: WebhookRow,
  deliveries: DueDelivery[],
): Promise<Map<number, string>> {
  if (webhook.brandId !== null) {
    const dataOf = await brandData(db, webhook.brandId, deliveries)
    return new Map(deliveries.map((one) => [one.id, bodyOf(one, dataOf(one))]))
  }
  const context = await readContext(db, config, deliveries)
  return new Map(deliveries.map((one) => [one.id, bodyOf(one, userData(one, context))]))
}

/** Returns the body of a delivery. `sequence` grows with each event of the same object. */
const bodyOf = (delivery: DueDelivery, data: object) =>
  JSON.stringify({
    type: delivery.event,
    timestamp: new Date(delivery.created_at).toISOString(),
    sequence: delivery.id,
    data,
  })
