/**
 * Bonuses of the operator by a creator's own sales, in dollars. Each is paid once (D-47). The
 * server pays by this table, and texts are generated from it.
 */
export const BONUS_TIERS = [
  { sales: 100, bonus: 10 },
  { sales: 1000, bonus: 100 },
  { sales: 10_000, bonus: 1000 },
  { sales: 100_000, bonus: 10_000 },
] as const
