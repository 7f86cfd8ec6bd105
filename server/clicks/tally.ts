import { KIND, type Kind } from './kinds.ts'
import type { ClickEvent } from './events.ts'

export type LinkTally = { linkId: string; userId: string; byKind: number[] }
export type HourTally = {
  linkId: string
  hour: number
  kind: Kind
  referrer: string
  device: string
  clicks: number
}

const HOUR_MS = 60 * 60 * 1000

/** Adds up a batch: per link for its counters, per hour and facet for the roll-ups. */
export function createTally() {
  const links = new Map<string, LinkTally>()
  const hours = new Map<string, HourTally>()

  function add(event: ClickEvent, kind: Kind) {
    const { linkId, referrer, device } = event
    let link = links.get(linkId)
    if (!link) links.set(linkId, (link = { linkId, userId: event.link.userId, byKind: none() }))
    link.byKind[kind] = (link.byKind[kind] ?? 0) + 1
    const hour = Math.floor(event.at / HOUR_MS)
    const key = `${linkId}${hour}${kind}${device} ${referrer}`
    const known = hours.get(key)
    if (known) known.clicks += 1
    else hours.set(key, { linkId, hour: hour * HOUR_MS, kind, referrer, device, clicks: 1 })
  }
  return { links, hours, add }
}

/** One place per kind, by its number. */
const none = () => Array.from({ length: Math.max(...Object.values(KIND)) + 1 }, () => 0)
