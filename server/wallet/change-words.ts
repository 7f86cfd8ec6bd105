/** What happened to an earning, as its story says it (server/conversions). */
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

export const changeWords = (what: string): string => WORDS[what] ?? what
