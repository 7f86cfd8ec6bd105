import { isCurrency } from '../../platform/currencies.ts'

/** Decimal separator of a report. */
export type DecimalSign = '.' | ','

/** Amounts are kept in millionths of a unit, so that sums of rounded amounts have no error. */
const DECIMALS = 6
export const MICROS = 10n ** BigInt(DECIMALS)
/** Maximum amount in units. A higher amount is a misplaced decimal point. */
const MAX_UNITS = 10_000_000_000n

const SYMBOLS: [symbol: RegExp, currency: string][] = [
  [/US\$/i, 'USD'],
  [/(?:C|CA)\$/i, 'CAD'],
  [/(?:A|AU)\$/i, 'AUD'],
  [/NZ\$/i, 'NZD'],
  [/R\$/, 'BRL'],
  [/MX\$/i, 'MXN'],
  [/HK\$/i, 'HKD'],
  [/NT\$/i, 'TWD'],
  [/S\$/, 'SGD'],
  [/\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/¥|￥/, 'JPY'],
  [/₹/, 'INR'],
  [/zł/i, 'PLN'],
  [/₺/, 'TRY'],
]

/** Returns the currency that a text names by a code or a symbol. */
export function currencyIn(text: string): string | undefined {
  const [code] = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/.exec(text) ?? []
  if (code !== undefined && isCurrency(code)) return code
  return SYMBOLS.find(([symbol]) => symbol.test(text))?.[1]
}

/** Dot of an abbreviated currency, such as `Rs.100`, which is no decimal point. */
const ABBREVIATION_DOT = /(?<=(?:Rs|S?Fr|kr))\./gi
/** Letter between digits, as in `1e3` and `5€50`. Without it, the number would be another one. */
const LETTER_INSIDE = /\d[.,]?[A-Za-z$€£¥￥₹₺ł]+[.,]?\d/

/** Returns the digits and separators of an amount, and whether it is negative. */
function bareAmount(text: string): { digits: string; isNegative: boolean } | undefined {
  const dense = text
    .replaceAll(/[\s'’\u00a0\u202f]/g, '')
    .replaceAll('−', '-')
    .replaceAll(ABBREVIATION_DOT, '')
  if (LETTER_INSIDE.test(dense)) return undefined
  const bare = dense.replaceAll(/[A-Za-z$€£¥￥₹₺ł]+/g, '')
  const [, open = '', sign = '', digits, after = '', close = ''] =
    /^(\(?)([-+]?)([\d.,]*\d)(-?)(\)?)$/.exec(bare) ?? []
  if (digits === undefined || (open === '(') !== (close === ')')) return undefined
  return { digits, isNegative: open === '(' || sign === '-' || after === '-' }
}

/** Returns the decimal separator that an amount proves; undefined for `1,234` and `1234`. */
export function provenDecimal(text: string): DecimalSign | undefined {
  const { digits = '' } = bareAmount(text) ?? {}
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return undefined
  const sign = digits.charAt(last) as DecimalSign
  const other = sign === '.' ? ',' : '.'
  if (digits.includes(other)) return digits.split(sign).length === 2 ? sign : other
  // Several equal separators group thousands.
  if (digits.split(sign).length > 2) return other
  const isGroup = digits.length - last - 1 === 3 && last > 0 && !digits.startsWith('0')
  return isGroup ? undefined : sign
}

/**
 * Parses an amount into millionths. `decimal` is the separator of the report if its amounts prove
 * one. Returns undefined if the text is no amount.
 */
export function parseAmount(text: string, decimal: DecimalSign | undefined): bigint | undefined {
  const bare = bareAmount(text)
  if (!bare) return undefined
  const sign = provenDecimal(text) ?? decimal ?? '.'
  const [whole = '', rest = '', ...more] = bare.digits.split(sign)
  const units = withoutGroups(whole === '' ? '0' : whole, sign)
  if (units === undefined || more.length > 0 || /[.,]/.test(rest)) return undefined
  const scaled = BigInt(`${units}${rest.padEnd(DECIMALS, '0').slice(0, DECIMALS)}`)
  const micros = (rest.charAt(DECIMALS) || '0') >= '5' ? scaled + 1n : scaled
  if (micros > MAX_UNITS * MICROS) return undefined
  return bare.isNegative ? -micros : micros
}

/** Returns the digits of the whole part, or undefined if its groups are not thousands. */
function withoutGroups(whole: string, decimal: DecimalSign): string | undefined {
  if (/^\d{1,15}$/.test(whole)) return whole
  const groups = decimal === '.' ? /^\d{1,3}(?:,\d{2,3})*,\d{3}$/ : /^\d{1,3}(?:\.\d{3})+$/
  return groups.test(whole) ? whole.replaceAll(/[.,]/g, '').slice(0, 15) : undefined
}
