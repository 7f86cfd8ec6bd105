import { isHost } from '../text/hosts.ts'
import { readHours } from './hours.ts'
import { APPS, BROWSERS, DEVICES, SYSTEMS, type Kind } from './kinds.ts'

/** Condition whose values may not have been checked yet. */
type UncheckedCondition = { kind: Kind; values: readonly string[] }

/** Returns what is wrong with the values of a condition; undefined if they are valid. */
export function conditionProblem({ kind, values }: UncheckedCondition): string | undefined {
  const { accepts, message, isSingle } = VALUES[kind]
  if (isSingle && values.length > 1) return `Send one value for ${kind}.`
  const wrong = values.find((value) => !accepts(value))
  return wrong === undefined ? undefined : `${message} “${wrong}” is not one.`
}

type ValueRule = { accepts: (value: string) => boolean; message: string; isSingle?: boolean }

const oneOf = (allowed: readonly string[], what: string): ValueRule => ({
  accepts: (value) => allowed.includes(value),
  message: `Choose ${what}: ${allowed.join(', ')}.`,
})

const matching = (pattern: RegExp, message: string): ValueRule => ({
  accepts: (value) => pattern.test(value),
  message,
})

const moment: ValueRule = {
  accepts: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  message: 'Send a date and time, like 2026-12-24T18:00:00Z.',
  isSingle: true,
}

const VALUES: Record<Kind, ValueRule> = {
  country: matching(/^[A-Z]{2}$/, 'Send countries as two capital letters, like DE.'),
  language: matching(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})?$/, 'Send languages like en or pt-br.'),
  device: oneOf(DEVICES, 'a device'),
  system: oneOf(SYSTEMS, 'a system'),
  app: oneOf(APPS, 'an app'),
  browser: oneOf(BROWSERS, 'a browser'),
  query: matching(/^[^=&#\s]+(?:=[^&#]*)?$/, 'Send parameters like ref or ref=ana.'),
  referrer: {
    accepts: (value) => isHost(value) && value === value.toLowerCase(),
    message: 'Send sites as host names, like news.example.',
  },
  hours: {
    accepts: (value) => readHours(value) !== undefined,
    message: 'Send weekdays and hours, like mon,tue 09:00-17:00.',
  },
  after: moment,
  before: moment,
  share: {
    ...matching(/^[1-9]\d?$/, 'Send a percentage from 1 to 99.'),
    isSingle: true,
  },
}
