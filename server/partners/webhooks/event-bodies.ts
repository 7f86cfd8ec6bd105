import type { DueDelivery } from './due-deliveries.ts'

/** Returns the bodies of deliveries by id. A body is equal in every attempt. */
export const eventBodies = (deliveries: DueDelivery[]): Map<number, string> =>
  new Map(deliveries.map((delivery) => [delivery.id, bodyOf(delivery, delivery.facts)]))

/** Returns the body of a delivery. `sequence` grows with each event of the same object. */
const bodyOf = (delivery: DueDelivery, data: object) =>
  JSON.stringify({
    type: delivery.event,
    timestamp: new Date(delivery.created_at).toISOString(),
    sequence: delivery.id,
    data,
  })
