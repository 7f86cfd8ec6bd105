import type { Kind } from '#contract/rules/kinds.ts'
import type { Condition } from '#contract/rules/rules.ts'

export const KIND_LABELS: Record<Kind, string> = {
  country: 'Country',
  language: 'Language',
  device: 'Device',
  system: 'System',
  app: 'Inside an app',
  browser: 'Browser',
  query: 'Parameter',
  referrer: 'Coming from a site',
  hours: 'Days and hours',
  after: 'After a time',
  before: 'Before a time',
  share: 'Percentage',
}

/** Returns a new condition, with values if its kind has useful ones to start with. */
export const newCondition = (kind: Kind): Condition => ({ kind, values: START_VALUES[kind] ?? [] })

const START_VALUES: Partial<Record<Kind, string[]>> = {
  hours: ['mon,tue,wed,thu,fri 09:00-17:00'],
  share: ['50'],
}
