import type { conversions } from '../platform/db/schema.ts'
import { formatCents } from '../platform/money.ts'

type Priced = Pick<typeof conversions.$inferSelect, 'dollars' | 'currency' | 'commissionCents'>

/** Returns the commission of an order in dollars, or why it has none yet. */
export const earnedText = ({ dollars, currency, commissionCents }: Priced): string =>
  dollars === null ? `no rate for ${currency}` : formatCents(commissionCents)
