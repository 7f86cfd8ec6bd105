import type { LinkOrder } from '#contract/search/link-order.ts'

export const ORDERS: { value: LinkOrder; label: string }[] = [
  { value: '-created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: '-lifetime_clicks', label: 'Most clicks' },
  { value: '-lifetime_commissions', label: 'Most earned' },
]
