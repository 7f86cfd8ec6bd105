export const toDollars = (cents: number): number => cents / 100

/** Returns cents. Rounds away floating-point errors; the contract allows whole cents only. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Returns an amount as text, such as "$1,234.50". */
export const formatDollars = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

export const formatCents = (cents: number): string => formatDollars(toDollars(cents))
