/* Formatters are created when first used: the first ones take a slow phone tens of milliseconds. */

const LOCALE = 'en-US'

export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let formatter: Intl.NumberFormat | undefined
  return (value) => (formatter ??= new Intl.NumberFormat(LOCALE, options)).format(value)
}

export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: number) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (moment) => (formatter ??= new Intl.DateTimeFormat(LOCALE, options)).format(moment)
}
