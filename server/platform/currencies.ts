/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const EXPONENTS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency) => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((currency) => [currency, 3] as const),
])

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (currency: string): boolean => CURRENCIES.has(currency)
