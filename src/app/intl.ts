/* Formatters are created when first used: the first ones take a slow phone tens of milliseconds. */

const LOCALE = 'en-US'

export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined
  return (value) => (made ??= new Intl.NumberFormat(LOCALE, options)).format(value)
}

export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (moment) => (made ??= new Intl.DateTimeFormat(LOCALE, options)).format(moment)
}
