import type { TryAs } from '#contract/rules/try.ts'
import { momentText } from '#app/problems/times.ts'
import { CHOICES } from './condition-fields.tsx'
import { allCountries } from './places.ts'

/** Visitor that a creator describes. Empty means unknown; an empty `at` means now. */
export type Visitor = {
  machine: keyof typeof MACHINES
  country: string
  language: string
  app: string
  browser: string
  query: string
  referrer: string
  at: string
  position: string
}

/** Devices with their systems, as people call them. */
export const MACHINES = {
  iphone: { label: 'iPhone', device: 'phone', system: 'ios' },
  android: { label: 'Android phone', device: 'phone', system: 'android' },
  ipad: { label: 'iPad', device: 'tablet', system: 'ios' },
  tablet: { label: 'Android tablet', device: 'tablet', system: 'android' },
  windows: { label: 'Windows computer', device: 'desktop', system: 'windows' },
  mac: { label: 'Mac', device: 'desktop', system: 'macos' },
  chromebook: { label: 'Chromebook', device: 'desktop', system: 'chromeos' },
  linux: { label: 'Linux computer', device: 'desktop', system: 'linux' },
}

export const START: Visitor = {
  machine: 'iphone',
  country: '',
  language: '',
  app: '',
  browser: '',
  query: '',
  referrer: '',
  at: '',
  position: '1',
}

/** Returns the visitor as the API describes one. Visitor 1 of 100 has position 0. */
export function toTryAs({ machine, at, position, query, referrer, ...facts }: Visitor): TryAs {
  const { device, system } = MACHINES[machine]
  return {
    ...facts,
    device,
    system,
    query: query.trim().replace(/^\?/, ''),
    referrer: referrer.trim().toLowerCase(),
    position: Number(position) - 1,
    ...(at !== '' && { at }),
  }
}

/** Returns the visitor in a few words. */
export const chipTexts = ({ machine, country, app, at }: Visitor) => ({
  device: MACHINES[machine].label,
  country: allCountries().find(({ value }) => value === country)?.label ?? 'Any country',
  app: app === '' ? 'No app' : (CHOICES.app.labels[app] ?? app),
  at: at === '' ? 'Now' : momentText(Date.parse(at)),
})
