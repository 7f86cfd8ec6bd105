import type { Device } from './device.ts'
import type { ClickedLink, ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'

export type HourCount = {
  linkId: string
  hour: number
  kind: number
  referrer: string
  device: Device
  clicks: number
}

/** One place per kind, by its number. */
const KINDS = Math.max(...Object.values(KIND)) + 1
const DEVICES: Device[] = ['', 'phone', 'tablet', 'desktop']

/** A copy of these costs a tenth of a new array: many links are clicked once in a batch. */
const NONE_BY_KIND = Array.from({ length: KINDS }, () => 0)
const NONE = Array.from({ length: KINDS * DEVICES.length }, () => 0)

const HOUR_MS = 60 * 60 * 1000
/** Per hour and referrer, one count per kind and device. */
type Hours = Map<number, Map<string, number[]>>

/** What a batch adds to one link. Nested maps of short keys: a joined key a click costs more. */
export class LinkCounters {
  readonly byKind = NONE_BY_KIND.slice()
  readonly #hours: Hours = new Map()

  constructor(
    readonly linkId: string,
    readonly userId: string,
  ) {}

  add({ at, referrer, device }: ClickEvent, kind: Kind) {
    const hour = Math.floor(at / HOUR_MS)
    const counts = this.#countsOf(hour, referrer)
    const place = kind * DEVICES.length + DEVICES.indexOf(device)
    counts[place] = (counts[place] ?? 0) + 1
    this.byKind[kind] = (this.byKind[kind] ?? 0) + 1
  }

  *hours(): Generator<HourCount> {
    const { linkId } = this
    for (const [hour, referrers] of this.#hours) {
      for (const [referrer, counts] of referrers) {
        for (const [place, clicks] of counts.entries()) {
          if (clicks === 0) continue
          const kind = Math.floor(place / DEVICES.length)
          const device = DEVICES[place % DEVICES.length] ?? ''
          yield { linkId, hour: hour * HOUR_MS, kind, referrer, device, clicks }
        }
      }
    }
  }

  #countsOf(hour: number, referrer: string): number[] {
    let referrers = this.#hours.get(hour)
    if (!referrers) this.#hours.set(hour, (referrers = new Map()))
    let counts = referrers.get(referrer)
    if (!counts) referrers.set(referrer, (counts = NONE.slice()))
    return counts
  }
}

/** By link id. */
export type Tallies = Map<string, LinkCounters>

/** The link's own, made when it is first asked for. */
export function tallyOf(tallies: Tallies, { linkId, userId }: ClickedLink): LinkCounters {
  const known = tallies.get(linkId)
  if (known) return known
  const made = new LinkCounters(linkId, userId)
  tallies.set(linkId, made)
  return made
}
