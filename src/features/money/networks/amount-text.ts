import { numberFormat } from '#app/intl.ts'

/** Returns an amount in its currency: `€482.19`, `¥1,250`. */
export const amountText = (amount: number, currency: string): string =>
  numberFormat({ style: 'currency', currency })(amount + 0)
