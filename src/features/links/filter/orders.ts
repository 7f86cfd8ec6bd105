import type { Access } from '#contract/people/members.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { mayUse } from '#live/signed-in.ts'

type Order = { value: LinkOrder; label: string; needs?: Access }

const ORDERS: Order[] = [
  { value: '-created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: '-lifetime_clicks', label: 'Most clicks', needs: 'analytics' },
  { value: '-lifetime_commissions', label: 'Most earned', needs: 'money' },
]

/** Returns the orders of links that a person may choose in the account in use. */
export const allowedOrders = (): Order[] =>
  ORDERS.filter(({ needs }) => needs === undefined || mayUse(needs))
