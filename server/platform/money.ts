export const toDollars = (cents: number): number => cents / 100

/** Whole cents; the contract has let nothing else through. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** As people read it. */
export const dollarText = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

export const shownDollars = (cents: number): string => dollarText(toDollars(cents))
