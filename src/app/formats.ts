/* en-US everywhere, at most two decimals, US dollars (R-635 to R-638, D-101). */

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, notation: 'compact' })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

/** 1,234.5 */
export const count = (value: number) => plain.format(value)
/** 1.23K: for chart axes and very narrow screens only. */
export const compactCount = (value: number) => short.format(value)
/** $5.00 */
export const money = (value: number) => dollars.format(value)
/** $1.23K: for chart axes only. */
export const compactMoney = (value: number) => shortDollars.format(value)
/** 8%, from the API's number of percent. */
export const percent = (value: number) => `${plain.format(value)}%`
