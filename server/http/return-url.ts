import { isServerSurface } from '#contract/surfaces.ts'

/** What a sign-in adds to the address it returns to. */
export type Carried = { auth_token: string; org_ref?: string | undefined; ref?: string | undefined }

/**
 * Where to go after sign-in: `success` when it is a page of our own app, else the app's root (D-07).
 * A short link or another server surface is none: it could lead on to anywhere, with the token.
 */
export function returnUrl(success: string | undefined, appOrigin: string): URL {
  const root = new URL('/', appOrigin)
  // Browsers read a backslash as a slash and skip control characters; what needs that is no address of ours.
  if (!success || /[\\\p{Cc}]/u.test(success) || !URL.canParse(success, appOrigin)) return root
  const url = new URL(success, root)
  // Not `origin` alone: a blob: address has the origin of the page that made it.
  const isOurs =
    url.protocol === root.protocol && url.host === root.host && !url.username && !url.password
  return isOurs && !isServerSurface(url.pathname) ? url : root
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
