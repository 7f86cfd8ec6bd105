import type { EarningKind } from '#contract/money/earnings.ts'

/** Labels of the changes of an earning, as written by server/money/conversions. */
const WORDS: Record<string, string> = {
  recorded: 'Reported',
  approved: 'Approved',
  'hold-over': 'Objection period ended',
  released: 'Hold ended',
  available: 'Ready to redeem',
  amount: 'Amount changed',
  refund: 'Partly refunded',
  reversed: 'Reversed',
  funded: 'Paid by the brand',
  priced: 'Converted to dollars',
}

/** Labels for bonuses and rewards, which are not reported by a brand. */
const UNREPORTED_WORDS: Record<string, string> = { recorded: 'Earned' }

export const changeWords = (what: string, kind: EarningKind): string =>
  (kind === 'commission' ? undefined : UNREPORTED_WORDS[what]) ?? WORDS[what] ?? what
