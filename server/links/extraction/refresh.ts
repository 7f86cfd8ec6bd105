/** Maximum delay of a refresh that counts as a redirect, in seconds. */
const MAX_SECONDS = 5

/** Number, separator, and the rest of a refresh (HTML standard). */
const REFRESH = /^\s*(?:(\d+)(?:\.[\d.]*)?|\.[\d.]*)(?:\s*[;,]\s*|\s+|$)(.*)$/s

/**
 * Returns the address in a `Refresh` header or element without resolving it. It is empty for the
 * page itself, and undefined if the refresh is slow or invalid.
 */
export function refreshAddress(content: string): string | undefined {
  const [, seconds = '0', rest] = REFRESH.exec(content.slice(0, 8192)) ?? []
  if (rest === undefined || Number(seconds) > MAX_SECONDS) return undefined
  const address = rest.replace(/^url\s*=\s*/i, '')
  const quote = /^["']/.exec(address)?.[0]
  return (quote === undefined ? address : (address.slice(1).split(quote)[0] ?? '')).trim()
}
