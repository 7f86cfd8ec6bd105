import type { Analytics, AnalyticsRow } from '#contract/analytics.ts'

export const ASK = 'POST /v2/my/analytics/my_links/'
export const LINK = '00000000-0000-4000-8000-000000000001'

export const sums = {
  clicks: 0,
  people: 0,
  conversions: 0,
  revenue: 0,
  commissions: 0,
  conversions_per_100_clicks: null,
}
export const apart = { bots: 0, previews: 0, duplicates: 0, own: 0 }
export const rowOf = (key: string, more: Partial<AnalyticsRow> = {}): AnalyticsRow => ({
  ...sums,
  key,
  label: key,
  ...more,
})
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const answerOf = (more: Partial<Analytics> = {}): Analytics => ({
  results: [],
  next: null,
  count: 0,
  totals: { ...sums, apart },
  before: { ...sums, apart },
  period: {
    date_from: '2026-05-06',
    date_to: '2026-05-12',
    days: 7,
    today: '2026-05-12',
    time_zone: zone(),
  },
  before_split: 0,
  link_name: null,
  knows_countries: false,
  ...more,
})
