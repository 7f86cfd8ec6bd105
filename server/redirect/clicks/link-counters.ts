import type { Device } from './device.ts'
import type { ClickedLink, ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'
import { dayOf } from './utc-day.ts'

/** Clicks of one link in a quarter of an hour; `byKind` has a place for each kind's number. */
export type QuarterCount = {
  linkId: string
  userId: string
  /** When it began. */
  at: number
  referrer: string
  device: Device
  country: string
  byKind: number[]
}

/** Counted visits of a brand by way of one link on one UTC day. */
export type BrandCount = {
  brandId: string
  userId: string
  /** Days since 1970. */
  day: number
  human: number
  unique: number
}

/** One place per kind, by its number. */
const KINDS = Math.max(...Object.values(KIND)) + 1
const DEVICES: Device[] = ['', 'phone', 'tablet', 'desktop']

/** A copy of these costs a tenth of a new array: many links are clicked once in a batch. */
const NONE_BY_KIND = Array.from({ length: KINDS }, () => 0)
const NONE = Array.from({ length: KINDS * DEVICES.length }, () => 0)

/** Days of every time zone begin with one. */
export const QUARTER_MS = 15 * 60 * 1000
/** Per quarter and source, one count per device and kind. */
type Quarters = Map<number, Map<string, number[]>>

/** What a batch adds to one link. Nested maps of short keys: a joined key a click costs more. */
export class LinkCounters {
  readonly byKind = NONE_BY_KIND.slice()
  /** Hardly ever more than one: a link leads to one brand until that is edited, and a batch is of one day. */
  readonly brands: BrandCount[] = []
  readonly #quarters: Quarters = new Map()

  constructor(
    readonly linkId: string,
    readonly userId: string,
  ) {}

  add({ link, at, referrer, device, country }: ClickEvent, kind: Kind) {
    const quarter = Math.floor(at / QUARTER_MS)
    const counts = this.#countsOf(quarter, country === '' ? referrer : `${referrer}\t${country}`)
    const place = DEVICES.indexOf(device) * KINDS + kind
    counts[place] = (counts[place] ?? 0) + 1
    this.byKind[kind] = (this.byKind[kind] ?? 0) + 1
    if (link.brandId === null) return
    if (kind === KIND.human) this.#brandOn(link.brandId, dayOf(at)).human += 1
    else if (kind === KIND.unique) this.#brandOn(link.brandId, dayOf(at)).unique += 1
  }

  *quarters(): Generator<QuarterCount> {
    const { linkId, userId } = this
    for (const [quarter, sources] of this.#quarters) {
      const at = quarter * QUARTER_MS
      for (const [source, counts] of sources) {
        const [referrer = '', country = ''] = source.split('\t')
        for (const [index, device] of DEVICES.entries()) {
          const byKind = counts.slice(index * KINDS, (index + 1) * KINDS)
          if (byKind.every((clicks) => clicks === 0)) continue
          yield { linkId, userId, at, referrer, device, country, byKind }
        }
      }
    }
  }

  #brandOn(brandId: string, day: number): BrandCount {
    const known = this.brands.find((one) => one.day === day && one.brandId === brandId)
    if (known) return known
    const made = { brandId, userId: this.userId, day, human: 0, unique: 0 }
    this.brands.push(made)
    return made
  }

  #countsOf(quarter: number, source: string): number[] {
    let sources = this.#quarters.get(quarter)
    if (!sources) this.#quarters.set(quarter, (sources = new Map()))
    let counts = sources.get(source)
    if (!counts) sources.set(source, (counts = NONE.slice()))
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
