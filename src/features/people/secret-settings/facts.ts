import { count } from '#app/formats.ts'
import { momentText } from '#app/problems/times.ts'
import { CHANNEL, VERSION } from '#app/shell/version.ts'
import { unsupportedReason } from '#app/worker/push.ts'
import { registration } from '#app/worker/push-subscription.ts'
import { endpointRoot } from '#http/endpoint.ts'
import type { LinkTotals } from '#live/read/use-link-totals.ts'
import type { Outbox } from '#live/outbox/outbox.ts'
import { mirrorUserId } from '#live/mirror.ts'
import { sizeText, storageEstimate } from './storage.ts'

/** Name and value for diagnosis. Never contains tokens, keys or addresses. */
export type Fact = readonly [name: string, value: string]

const HEALTH = {
  ok: 'Kept on this device',
  memory: 'Kept until this tab closes',
  full: 'Full',
  outdated: 'Used by a newer version in another tab',
} as const

type Mirror = {
  totals: LinkTotals | undefined
  syncedAt: number | null
  health: keyof typeof HEALTH
}

/** Returns the facts that are available at once. */
export const immediateFacts = ({ totals, syncedAt, health }: Mirror): Fact[] => [
  ['Version', VERSION],
  ['Channel', CHANNEL],
  ['API root', endpointRoot() || location.origin],
  ['Signed in', mirrorUserId() === null ? 'No' : 'Yes'],
  ['Connection', navigator.onLine ? 'The browser says yes' : 'The browser says no'],
  ['Links on this device', totals ? count(totals.links) : 'None yet'],
  ['Last updated', syncedAt ? momentText(syncedAt) : 'Never'],
  ['Mirror', HEALTH[health]],
]

/** Returns how much storage is used, and whether the browser may delete it. */
export async function storageFacts(): Promise<Fact[]> {
  const estimate = await storageEstimate()
  const storage = navigator.storage as StorageManager | undefined
  const isKept = await storage?.persisted?.().catch(() => undefined)
  const { usage, quota } = estimate ?? {}
  return [
    [
      'Storage',
      usage === undefined || quota === undefined
        ? 'Not reported by this browser'
        : `${sizeText(usage)} of ${sizeText(quota)}`,
    ],
    [
      'Persistent storage',
      isKept === undefined ? 'Not reported by this browser' : isKept ? 'Yes' : 'No',
    ],
  ]
}

/** Returns the number of changes that were not sent yet. */
export async function outboxFact(outbox: Outbox | undefined): Promise<Fact> {
  await outbox?.settled()
  const waiting = outbox?.entries().length ?? 0
  return [
    'Outbox',
    waiting === 0
      ? 'Empty'
      : `${count(waiting)} ${waiting === 1 ? 'change waits' : 'changes wait'}`,
  ]
}

const PERMISSIONS: Record<string, string> = {
  unsupported: 'Not offered by this browser',
  safari: 'Not offered by Safari',
  default: 'Never asked',
  denied: 'Blocked in this browser',
  granted: 'Allowed',
}

/**
 * Returns the notification permission and whether this browser is subscribed, without the endpoint.
 */
export async function pushFact(): Promise<Fact> {
  const permission = unsupportedReason() ?? Notification.permission
  const words = PERMISSIONS[permission] ?? permission
  if (permission !== 'granted') return ['Push', words]
  const subscription = await (await registration())?.pushManager?.getSubscription()
  return ['Push', `${words}, ${subscription ? 'subscribed' : 'not subscribed'}`]
}

/** Returns the facts as text, for a support mail. */
export const asText = (facts: readonly Fact[]): string =>
  facts.map(([name, value]) => `${name}: ${value}`).join('\n')
