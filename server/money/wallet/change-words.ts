import type { EarningKind } from '#contract/money/earnings.ts'

/** What happened to an earning, as its story says it (server/money/conversions). */
const WORDS: Record<string, string> = {
  recorded: 'Reported',
  approved: 'Approved',
  'hold-over': 'Time to object is over',
  released: 'No longer held',
  available: 'Ready to redeem',
  amount: 'Amount changed',
  refund: 'Partly refunded',
  reversed: 'Reversed',
  funded: 'Paid by the brand',
  priced: 'Converted to dollars',
}

/** Nobody reports what comes of sales by itself. */
const OF_ITSELF: Record<string, string> = { recorded: 'Earned' }

export const changeWords = (what: string, kind: EarningKind): string =>
  (kind === 'commission' ? undefined : OF_ITSELF[what]) ?? WORDS[what] ?? what
