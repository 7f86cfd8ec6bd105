const two = (part: number) => String(part).padStart(2, '0')

/** A moment as a date-and-time field holds it, in this device's time: `2031-05-01T10:00`. */
export function toLocal(moment: string | null): string {
  const date = new Date(moment ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What stands in such a field: null when that is nothing, '' when it is no moment (yet). */
export function fromLocal({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>) {
  if (value === '') return validity.badInput ? '' : null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** `Europe/Berlin`; empty where a browser does not tell. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
