/** Weekday (0 is Monday) and minute of the day. */
export type LocalTime = { day: number; minute: number }

const QUARTER_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3

/**
 * Returns the local time in a time zone. Offsets only change at quarters of an hour, so the offset
 * is looked up once per quarter, because a lookup takes longer than a redirect.
 */
export function localTime(zone: string, at: number): LocalTime {
  const local = at + offsetAt(zone, Math.floor(at / QUARTER_MS))
  const days = Math.floor(local / DAY_MS)
  return { day: (days + FIRST_WEEKDAY) % 7, minute: Math.floor((local - days * DAY_MS) / 60_000) }
}

const offsets = new Map<string, { quarter: number; ms: number }>()

function offsetAt(zone: string, quarter: number): number {
  const known = offsets.get(zone)
  if (known?.quarter === quarter) return known.ms
  const ms = offsetOf(zone, quarter * QUARTER_MS)
  offsets.set(zone, { quarter, ms })
  return ms
}

function offsetOf(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return (sign === '-' ? -total : total) * 1000
}
