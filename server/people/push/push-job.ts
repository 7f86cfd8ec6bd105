import { setMaxListeners } from 'node:events'
import { readDeliveries, type Ready } from '../activity/deliveries.ts'
import type { Deps } from '../../env.ts'
import type { Delivery } from '../../platform/jobs/job-types.ts'
import { createTurns } from '../../platform/limit/turns.ts'
import { settlePush } from './settle-push.ts'

/** So many at once: encrypting takes the processor, and redirects must have their turn in between. */
const AT_ONCE = 16

/**
 * Sends a lot of messages. Each has a promise of its own: those that fail stay in the queue and are
 * tried again by themselves, later each time, for a day.
 */
export async function push(
  deps: Deps,
  deliveries: Delivery[],
  signal: AbortSignal,
): Promise<Promise<void>[]> {
  const ready = await readDeliveries(deps.db, deliveries)
  const byKey = new Map(ready.map((message) => [keyOf(message), message]))
  const turns = createTurns({ atOnce: AT_ONCE })
  // Each message under way listens to it.
  setMaxListeners(0, signal)
  return deliveries.map(async (delivery) => {
    const message = byKey.get(keyOf(delivery))
    if (message) await turns.take(() => deliver(deps, message, signal))
  })
}

const keyOf = ({ itemId, deviceId }: Delivery) => `${itemId}:${deviceId}`

async function deliver(deps: Deps, message: Ready, signal: AbortSignal): Promise<void> {
  const { target, payload, urgency, ttlSeconds, itemId, deviceId } = message
  const body = JSON.stringify(payload)
  const outcome = await deps.push.send(
    target,
    { payload: body, urgency, ttlSeconds, topic: payload.tag },
    signal,
  )
  const seconds = await settlePush(deps, message, outcome)
  if (seconds === undefined) return
  const runAt = new Date(Date.now() + seconds * 1000)
  await deps.jobs.add(deps.db, 'push', [{ itemId, deviceId }], { runAt })
}
