import type { Dispatcher } from 'undici'

type Headers = Dispatcher.ResponseData['headers']

/** Returns the first value of a header. Each character stands for one byte that was sent. */
export function headerOf(headers: Headers, name: string): string | undefined {
  return headersOf(headers, name)[0]
}

/** Returns all values of a header, in order. */
export const headersOf = (headers: Headers, name: string): string[] => [headers[name] ?? []].flat()

/** Returns a header's address as browsers read it: bytes outside of ASCII are percent-encoded. */
export const encodeHeaderUrl = (value: string): string =>
  value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns a validator to send with the next request; null if it is too long or not ASCII. */
export function validatorOf(headers: Headers, name: string): string | null {
  const value = headerOf(headers, name)
  return value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value) ? value : null
}

/**
 * Returns whether a firewall answered instead of the site, judged by headers of Cloudflare and AWS
 * WAF. AWS answers with status 202, which would count as a page.
 */
export const isChallenge = (headers: Headers): boolean =>
  headerOf(headers, 'cf-mitigated') === 'challenge' ||
  /^(?:challenge|captcha)$/.test(headerOf(headers, 'x-amzn-waf-action') ?? '')
