import type { GroupBy } from '#contract/analytics.ts'
import { readApp } from '#contract/links/in-app.ts'
import { APP_NAMES } from '#contract/rules/sentences.ts'
import { sourceName } from '#contract/sources.ts'
import { WIDGET_REFERRER } from '#contract/page/widgets.ts'

const countries = new Intl.DisplayNames('en-US', { type: 'region' })

const DEVICES: Record<string, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' }

/** Labels for empty values. */
const UNKNOWN: Record<GroupBy, string> = {
  day: '',
  link: 'Without a link',
  tag: 'No tag',
  referrer: 'Direct or unknown',
  device: 'Unknown',
  country: 'Unknown',
  source: 'No source',
  rule: 'Without a rule',
  app: 'Browser or unknown',
}

/** Returns `Instagram`, or `Instagram, to the browser`. */
function appLabel(key: string): string {
  const { app, isOut } = readApp(key)
  const name = APP_NAMES[app] ?? app
  return isOut ? `${name}, to the browser` : name
}

/** Returns the label of a group. */
export function labelOf(group: GroupBy, { key, label }: { key: string; label: string }): string {
  if (key === '') return UNKNOWN[group]
  if (group === 'referrer' && key === WIDGET_REFERRER) return 'Your widgets'
  if (group === 'source') return sourceName(key)
  if (group === 'app') return appLabel(key)
  if (group === 'device') return DEVICES[key] ?? key
  if (group === 'country') return /^[A-Z]{2}$/.test(key) ? (countries.of(key) ?? key) : key
  return label === '' ? key : label
}
