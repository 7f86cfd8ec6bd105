export const toDollars = (cents: number): number => cents / 100

/** Whole cents; the contract has let nothing else through. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

export const shownDollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
