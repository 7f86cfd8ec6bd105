import { isServerSurface } from '#contract/surfaces.ts'

/** What a sign-in adds to the address it returns to. */
export type Carried = { auth_token: string; org_ref?: string | undefined; ref?: string | undefined }

/**
 * Where to go after sign-in: `success` when it is a page of our own app, else the app's root (D-07).
 * A short link or another server surface is none: it could lead on to anywhere, with the token.
 */
export const returnUrl = (success: string | undefined, appOrigin: string): URL =>
  pageOfApp(success, appOrigin) ?? new URL('/', appOrigin)

/** The address when it is a page of our own app; null for anything else that somebody made up. */
export function pageOfApp(text: string | undefined, appOrigin: string): URL | null {
  const root = new URL('/', appOrigin)
  // Browsers read a backslash as a slash and skip control characters; what needs that is no address of ours.
  if (!text || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, appOrigin)) return null
  const url = new URL(text, root)
  // Not `origin` alone: a blob: address has the origin of the page that made it.
  const isOurs =
    url.protocol === root.protocol && url.host === root.host && !url.username && !url.password
  return isOurs && !isServerSurface(url.pathname) ? url : null
}

/** The address with the one-time token; the rest of its query and its hash stay as they were written. */
export function withToken(url: URL, carried: Carried): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(carried)) if (value) added.set(name, value)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !added.has(nameOf(pair)))
  const result = new URL(url)
  result.search = [...kept, added.toString()].join('&')
  return result.href
}

/** Decoded, so that `auth%5Ftoken` does not slip past. */
const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? ''
