import { shownHost, withoutFinalDot } from '#contract/text/hosts.ts'
/**
 * Returns a web address from text written by others, or null. Other protocols are never followed.
 */
export function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** Returns the host of an address without "www." */
export function hostOf(text: string): string {
  try {
    return shownHost(withoutFinalDot(new URL(text).host).replace(/^www\./, ''))
  } catch {
    return text
  }
}
