import { parse } from 'bowser'

/** A header is any length; no browser's own is longer. */
const LONGEST = 512
const LONGEST_NAME = 80

/** "Safari on iOS" for people to know their devices by; empty for what is no known browser. */
export function deviceName(userAgent: string | undefined): string {
  const known = userAgent?.slice(0, LONGEST)
  if (!known) return ''
  const { browser, os } = parse(known)
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, LONGEST_NAME)
}
