import { setMaxListeners } from 'node:events'
import { readDeliveries, type ReadyDelivery } from '../activity/deliveries.ts'
import type { Deps } from '../../env.ts'
import type { Delivery } from '../../platform/jobs/job-types.ts'
import { createTurns } from '../../platform/limit/turns.ts'
import { pushBody } from './push-body.ts'
import { settlePush } from './settle-push.ts'

/** Maximum number of messages sent at once. Encryption uses the CPU that redirects need. */
const MAX_PARALLEL = 16

/**
 * Sends a batch of messages and returns one promise per message. A message whose promise rejects
 * stays in the queue and is retried with growing delays for a day.
 */
export async function push(
  deps: Deps,
  deliveries: Delivery[],
  signal: AbortSignal,
): Promise<Promise<void>[]> {
  const ready = await readDeliveries(deps.db, deliveries)
  const byKey = new Map(ready.map((message) => [keyOf(message), message]))
  const turns = createTurns({ maxRunning: MAX_PARALLEL })
  // Each message in progress adds a listener. The default limit would log a warning.
  setMaxListeners(0, signal)
  return deliveries.map(async (delivery) => {
    const message = byKey.get(keyOf(delivery))
    if (message) await turns.run(() => deliver(deps, message, signal))
  })
}

const keyOf = ({ itemId, deviceId }: Delivery) => `${itemId}:${deviceId}`

async function deliver(deps: Deps, message: ReadyDelivery, signal: AbortSignal): Promise<void> {
  const { target, payload, urgency, ttlSeconds, itemId, deviceId } = message
  const body = pushBody(payload)
  const outcome = await deps.push.send(
    target,
    { payload: body, urgency, ttlSeconds, topic: payload.tag },
    signal,
  )
  const retryInSeconds = await settlePush(deps, message, outcome)
  if (retryInSeconds === undefined) return
  const runAt = new Date(Date.now() + retryInSeconds * 1000)
  await deps.jobs.add(deps.db, 'push', [{ itemId, deviceId }], { runAt })
}
