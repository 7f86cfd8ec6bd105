import { readHours } from './hours.ts'
import { WEEKDAYS, type Kind } from './kinds.ts'
import type { Condition } from './rules.ts'

/** Condition in words: `the visitor is in` and `Germany or Austria`, and the same denied. */
export type Clause = { is: string; isNot: string; what: string }

/** Returns a condition in words. `zone`: time zone of its hours, if it is known. */
export function clauseOf({ kind, values }: Condition, zone?: string): Clause {
  const { is, isNot, name } = WORDS[kind]
  const what = either(values.map(name))
  const isZoned = kind === 'hours' && zone !== undefined
  return { is, isNot, what: isZoned ? `${what} in ${zone.replaceAll('_', ' ')}` : what }
}

/** Returns a list such as `Germany, Austria or Switzerland`. */
const either = (names: string[]) => lists.format(names)
// British English has no comma before the last name.
const lists = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const regions = new Intl.DisplayNames('en-US', { type: 'region' })
const languages = new Intl.DisplayNames('en-US', { type: 'language' })
const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

type Words = { is: string; isNot: string; name: (value: string) => string }

const uses = (names: Record<string, string>): Words => ({
  is: 'the visitor uses',
  isNot: 'the visitor does not use',
  name: (value) => names[value] ?? value,
})

const DEVICE_NAMES = { phone: 'a phone', tablet: 'a tablet', desktop: 'a computer' }
export const SYSTEM_NAMES = {
  ios: 'iPhone or iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  chromeos: 'ChromeOS',
  linux: 'Linux',
}
export const BROWSER_NAMES = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
}
export const APP_NAMES: Record<string, string> = {
  any: 'an app',
  instagram: 'Instagram',
  facebook: 'Facebook',
  messenger: 'Messenger',
  threads: 'Threads',
  tiktok: 'TikTok',
  snapchat: 'Snapchat',
  pinterest: 'Pinterest',
  x: 'X',
  linkedin: 'LinkedIn',
  reddit: 'Reddit',
  line: 'LINE',
  wechat: 'WeChat',
  kakaotalk: 'KakaoTalk',
}
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const WORDS: Record<Kind, Words> = {
  country: {
    is: 'the visitor is in',
    isNot: 'the visitor is not in',
    name: (code) => regions.of(code) ?? code,
  },
  language: {
    is: 'the visitor reads',
    isNot: 'the visitor does not read',
    name: (tag) => languages.of(tag) ?? tag,
  },
  device: uses(DEVICE_NAMES),
  system: uses(SYSTEM_NAMES),
  browser: uses(BROWSER_NAMES),
  app: {
    is: 'the visitor is inside',
    isNot: 'the visitor is not inside',
    name: (app) => APP_NAMES[app] ?? app,
  },
  query: {
    is: 'the address has',
    isNot: 'the address does not have',
    name: (parameter) => `?${parameter}`,
  },
  referrer: {
    is: 'the visitor comes from',
    isNot: 'the visitor does not come from',
    name: (host) => host,
  },
  hours: { is: 'it is', isNot: 'it is not', name: hoursText },
  after: { is: 'it is after', isNot: 'it is not yet', name: momentText },
  before: { is: 'it is before', isNot: 'it is no longer before', name: momentText },
  share: {
    is: 'the visitor is among',
    isNot: 'the visitor is not among',
    name: (percent) => `${percent}% of all others`,
  },
}

function momentText(moment: string): string {
  return `${moments.format(new Date(moment))} UTC`
}

function hoursText(value: string): string {
  const hours = readHours(value)
  if (!hours) return value
  const [, clock = ''] = value.split(' ')
  return `${daysText(hours.days)}, ${clock.replace('-', ' to ')}`
}

/** Returns `Monday to Friday` for consecutive days, and otherwise their names. */
function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const last = sorted.at(-1) ?? first
  if (sorted.length === WEEKDAYS.length) return 'any day'
  const isRun = sorted.length > 2 && last - first === sorted.length - 1
  if (isRun) return `${DAY_NAMES[first]} to ${DAY_NAMES[last]}`
  return either(sorted.map((day) => DAY_NAMES[day] ?? ''))
}
