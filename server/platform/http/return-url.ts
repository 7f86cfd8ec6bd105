import { withoutFinalDot } from '#contract/text/hosts.ts'
import { isServerSurface } from '#contract/surfaces.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Query parameters that a sign-in adds to the return URL. */
export type ReturnParams = {
  auth_token: string
  org_ref?: string | undefined
  ref?: string | undefined
}

/**
 * Returns the URL to open after sign-in: `success` if it is a page of the app, else the app's root.
 * Short links and other server paths are excluded, because they could pass the token on to another
 * site.
 */
export const returnUrl = (success: string | undefined, appOrigin: string): URL =>
  parseAppUrl(success, appOrigin) ?? new URL('/', appOrigin)

/** Returns the URL if it is a page of the app, else null. */
export function parseAppUrl(text: string | undefined, appOrigin: string): URL | null {
  const root = new URL('/', appOrigin)
  // Browsers read a backslash as a slash and skip control characters. None of our URLs contains
  // them.
  if (!text || /[\\\p{Cc}]/u.test(text) || !canParseUrl(text, appOrigin)) return null
  const url = new URL(text, root)
  // A final dot makes no other host, but another origin, to which the token must not go.
  if (withoutFinalDot(url.host) === root.host) url.host = root.host
  // `origin` is not enough: a blob: URL has the origin of the page that made it.
  const isOurs =
    url.protocol === root.protocol && url.host === root.host && !url.username && !url.password
  return isOurs && !isServerSurface(url.pathname) ? url : null
}

/** Adds the one-time token. The rest of the query and the hash stay as they were written. */
export function withToken(url: URL, params: ReturnParams): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) added.set(name, value)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !added.has(paramName(pair)))
  const result = new URL(url)
  result.search = [...kept, added.toString()].join('&')
  return result.href
}

/** Returns the decoded name of a parameter, so that `auth%5Ftoken` is removed, too. */
const paramName = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? ''
