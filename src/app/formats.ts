/* en-US everywhere, at most two decimals, US dollars (R-635 to R-638, D-101). */

import { numberFormat } from './intl.ts'

const plain = numberFormat({ maximumFractionDigits: 2 })
const short = numberFormat({ maximumFractionDigits: 2, notation: 'compact' })
const dollars = numberFormat({ style: 'currency', currency: 'USD' })
const shortDollars = numberFormat({
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** 1,234.5. Most are whole, and those need no formatter: the first one costs a slow phone 60 ms. */
export const count = (value: number) =>
  Number.isSafeInteger(value) && value >= 0
    ? String(value).replaceAll(THOUSANDS, ',')
    : plain(value)
/** 1.23K: for chart axes and very narrow screens only. */
export const compactCount = short
/** $5.00. Nothing has no sign, also where a sum was turned round. */
export const money = (value: number) => dollars(value + 0)
/** $1.23K: for chart axes only. */
export const compactMoney = shortDollars
/** 8%, from the API's number of percent. */
export const percent = (value: number) => `${count(value)}%`
