/* Formats are en-US everywhere, with at most two decimals and US dollars. */

import { mayUse } from '#live/signed-in.ts'
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

/**
 * Returns "1,234.5". Whole numbers need no formatter; creating the first one takes a slow phone 60
 * ms.
 */
export const count = (value: number) =>
  Number.isSafeInteger(value) && value >= 0
    ? String(value).replaceAll(THOUSANDS, ',')
    : plain(value)
/** Returns "1.23K", for chart axes and very narrow screens only. */
export const compactCount = short
/** Returns the text of an amount, or a dash in an account whose money the person may not see. */
const unlessHidden = (format: (value: number) => string) => (value: number) =>
  mayUse('money') ? format(value) : '–'
/** Returns "$5.00". Adding 0 turns -0 into 0. */
export const money = unlessHidden((value) => dollars(value + 0))
/** Returns "$1.23K", for chart axes only. */
export const compactMoney = unlessHidden(shortDollars)
/** Returns "8%" from the API's percentage. */
export const percent = (value: number) => `${count(value)}%`
