/** Time of day and zone: `9:30`, `14:30:00.123 +02`, `2:30 PM PDT`. */
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s*([AP]M)?\s*(\S.*)?$/i

/** The islands of Kiribati are the furthest ahead of UTC. */
const MAX_OFFSET_HOURS = 14

/** Offsets of time zones by their common names. */
const ZONES = new Map(
  `Z+00:00 UTC+00:00 GMT+00:00 WET+00:00 WEST+01:00 BST+01:00
  CET+01:00 CEST+02:00 EET+02:00 EEST+03:00 MSK+03:00 EST-05:00
  EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00
  PDT-07:00 AKST-09:00 AKDT-08:00 HST-10:00 JST+09:00 KST+09:00
  AEST+10:00 AEDT+11:00 NZST+12:00 NZDT+13:00`
    .split(/\s+/)
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
)

/** Returns a date and time in ISO form; '' for a day that does not exist or an unknown zone. */
export function isoOf(year: string, month: string, day: string, clock = '0:00'): string {
  const time = clockOf(clock)
  if (time === undefined || Number(day) > daysIn(Number(year), Number(month))) return ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}`
}

/** Returns the number of days in a month. Without this check, February 30 would become March 2. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Returns a time of day with its offset, in UTC if it has no zone; undefined for an unknown zone. */
function clockOf(clock: string): string | undefined {
  const [, hour, minute = '', second = '00', part = '', half, zone = 'Z'] =
    CLOCK.exec(withoutComment(clock.trim())) ?? []
  const offset = offsetOf(zone)
  if (hour === undefined || offset === undefined) return undefined
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${part.slice(0, 4)}${offset}`
}

/**
 * Removes the name of a zone in brackets behind its offset, as in `GMT+0200 (CEST)`. Without an
 * offset, the name in brackets is the zone.
 */
const withoutComment = (clock: string): string =>
  clock.replace(/([+-]\d[\d:]*)\s*\([^()]*\)$/, '$1').replace(/\(([^()]*)\)$/, '$1')

/** Returns an offset such as `+02:00` for a zone: a name, `+2`, `+0200`, `GMT+2`. */
function offsetOf(zone: string): string | undefined {
  const named = ZONES.get(zone.toUpperCase())
  if (named) return named
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?\s*([+-])(\d\d?)(?::?(\d\d))?$/i.exec(zone) ?? []
  const isOffset = sign !== '' && Number(hours) <= MAX_OFFSET_HOURS && Number(minutes) < 60
  return !isOffset ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** Text behind a time of day, or before the year as in `Tue May 12 10:00:00 PST 2026`. */
const BEHIND_CLOCK =
  /\d\d?:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:[AP]M\b)?\s*\(?((?![AP]M\b)[a-z][^()]*?|[+-][\d:]+)\)?(?:\s\d{4})?$/i

/** Returns the time zone of a date if it is not known, at most 40 characters of it. */
export function unknownZone(cell: string): string | undefined {
  const [, zone] = BEHIND_CLOCK.exec(cell.trim()) ?? []
  return zone === undefined || offsetOf(zone) !== undefined ? undefined : zone.slice(0, 40)
}
