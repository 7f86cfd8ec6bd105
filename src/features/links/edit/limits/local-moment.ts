const padTwo = (part: number) => String(part).padStart(2, '0')

/**
 * Formats a time for a date-and-time field, in the time zone of this device: `2031-05-01T10:00`.
 */
export function formatLocal(moment: string | null): string {
  const date = new Date(moment ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
  return `${day}T${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`
}

/**
 * Returns the time in a date-and-time field as ISO text: null if it is empty, '' if it is not a
 * valid time yet.
 */
export function parseLocal({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>) {
  if (value === '') return validity.badInput ? '' : null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Returns the time zone, for example `Europe/Berlin`, or '' if the browser does not report it. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
