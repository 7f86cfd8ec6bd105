import { STALE_AFTER_MS } from '#contract/limits.ts'
import { dateFormat } from '../intl.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' })
const day = dateFormat({ month: 'short', day: 'numeric' })
const dayAndYear = dateFormat({ dateStyle: 'medium' })

// Some engines write a narrow no-break space before AM, which makes the text hard to search.
/** Returns "10:05 AM". */
export const clockText = (moment: number) => clock(moment).replaceAll('\u202F', ' ')

const sameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString()

/** Returns "May 12", with the year if it is not the current one. */
export const dayText = (moment: number, now = Date.now()) =>
  (new Date(moment).getFullYear() === new Date(now).getFullYear() ? day : dayAndYear)(moment)

/**
 * Returns the time of a date in ms. A date without time, such as `2026-05-12`, is that day in every
 * time zone.
 */
export const momentOf = (text: string): number =>
  Date.parse(text.length === '2026-05-12'.length ? `${text}T00:00` : text)

/** Returns "10:05 AM" for today, otherwise "May 12, 10:05 AM". */
export const momentText = (moment: number, now = Date.now()) =>
  sameDay(moment, now) ? clockText(moment) : `${dayText(moment, now)}, ${clockText(moment)}`

/** Returns the age of a copy: "just now", "2 min ago", then a time of day. */
export function ageText(syncedAt: number, now = Date.now()): string {
  const age = Math.max(0, now - syncedAt)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  return sameDay(syncedAt, now)
    ? `at ${clockText(syncedAt)}`
    : `yesterday at ${clockText(syncedAt)}`
}

/** Returns whether a copy is older than 24 hours. */
export const isStale = (syncedAt: number, now = Date.now()) => now - syncedAt > STALE_AFTER_MS

/**
 * Returns the age of a copy as text: "updated 2 min ago", or "last updated May 12" after 24 hours.
 */
export const updatedText = (syncedAt: number, now = Date.now()) =>
  isStale(syncedAt, now)
    ? `last updated ${dayText(syncedAt, now)}`
    : `updated ${ageText(syncedAt, now)}`

const two = (part: number) => String(part).padStart(2, '0')

/** Returns "60 s" up to two minutes, then "23:41", "2:05:00" or "3 days 2:05:00". */
export function countdownText(milliseconds: number): string {
  const total = Math.max(0, Math.ceil(milliseconds / 1000))
  if (total <= 120) return `${total} s`
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = two(total % 60)
  if (total < 3600) return `${minutes}:${seconds}`
  const time = `${hours}:${two(minutes)}:${seconds}`
  return days ? `${days} ${days === 1 ? 'day' : 'days'} ${time}` : time
}
