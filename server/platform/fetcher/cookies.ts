import { CookieJar } from 'tough-cookie'

/** Cookies of one read. They are stored in memory, and each host gets only its own. */
export type Cookies = {
  /** Stores cookies that `url` has set. Drops those that a browser would refuse. */
  keep(url: URL, setCookie: string[]): void
  /** Returns the `Cookie` header for a request to `url`; empty when no cookie fits. */
  headerFor(url: URL): string
}

/** Maximum length of a `Cookie` header that we send, in characters. */
const MAX_HEADER = 8192

export function createCookies(): Cookies {
  // Pages on localhost get no exception from `Secure`.
  const jar = new CookieJar(undefined, { allowSecureOnLocal: false })
  return {
    keep(url, setCookie) {
      for (const text of setCookie) jar.setCookieSync(text, url.href, { ignoreError: true })
    },
    headerFor(url) {
      const header = jar.getCookieStringSync(url.href)
      // A server could set characters that no header may contain, or more than any server accepts.
      return header.length <= MAX_HEADER && /^[\t\x20-\x7e\x80-\xff]*$/.test(header) ? header : ''
    },
  }
}
