/* The first formatters of a page cost a slow phone tens of milliseconds: each is made when it is needed. */

const LOCALE = 'en-US'

export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | undefined
  return (value) => (made ??= new Intl.NumberFormat(LOCALE, options)).format(value)
}

export function dateFormat(options: Intl.DateTimeFormatOptions): (moment: number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (moment) => (made ??= new Intl.DateTimeFormat(LOCALE, options)).format(moment)
}
