import { parse } from 'bowser'

/** Maximum characters of the header to parse. The headers of real browsers are shorter. */
const MAX_HEADER_LENGTH = 512
const MAX_NAME_LENGTH = 80

/**
 * Returns a name such as "Safari on iOS" for the list of devices, or an empty string for an unknown
 * browser.
 */
export function deviceName(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, MAX_HEADER_LENGTH)
  if (!header) return ''
  const { browser, os } = parse(header)
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_NAME_LENGTH)
}
