/**
 * What the operator adds to a creator's own sales, in dollars, each once (D-47): the server pays by
 * this table, and texts are made of it.
 */
export const BONUS_TIERS = [
  { sales: 100, bonus: 10 },
  { sales: 1000, bonus: 100 },
  { sales: 10_000, bonus: 1000 },
  { sales: 100_000, bonus: 10_000 },
] as const
