import { parse } from 'bowser'

/** Maximum characters of the header to parse. The headers of real browsers are shorter. */
const LONGEST = 512
const LONGEST_NAME = 80

/**
 * Returns a name such as "Safari on iOS" for the list of devices, or an empty string for an unknown
 * browser.
 */
export function deviceName(userAgent: string | undefined): string {
  const known = userAgent?.slice(0, LONGEST)
  if (!known) return ''
  const { browser, os } = parse(known)
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, LONGEST_NAME)
}
