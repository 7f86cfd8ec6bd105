/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const EXPONENTS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency) => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((currency) => [currency, 3] as const),
])

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2

/** Returns an integer as a decimal, such as `12.50` for 1250 and two places, or `-0.30` for -30. */
export function decimalText(minor: bigint | number | string, places: number): string {
  const text = String(minor)
  if (places === 0) return text
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (currency: string): boolean => CURRENCIES.has(currency)
