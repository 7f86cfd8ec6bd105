import { PAGE_SOURCE, SOURCE_PARAMETER, WIDGET_SOURCE } from '#contract/sources.ts'
import { WIDGET_PARAMETER } from '#contract/page/widgets.ts'

/** Maximum length of a target URL. Longer URLs are cut or refused by some servers. */
const MAX_URL_LENGTH = 4000
const MAX_PAIRS = 50
/** Query parameter that names a counted opening (in-app/opened.ts). */
export const OPENED_PARAMETER = 'split_opened'
/** Query parameter that makes the app LINE open an address in the browser. */
const LINE_PARAMETER = 'openExternalBrowser'
/** Characters allowed in a query. `#` would start the fragment. */
const SAFE = /^[\x21\x22\x24-\x7e]+$/

/** Sources that Split adds to links itself. They mean nothing to the target. */
const AUTOMATIC_PAIRS = new Set(
  [PAGE_SOURCE, WIDGET_SOURCE].map((source) => `${SOURCE_PARAMETER}=${source}`),
)

/**
 * Returns a function that selects the parameters of a short link's query to add to its target.
 * Excluded are parameters that the target already has, the click id, and parameters and sources
 * that Split adds. Order and spelling are kept. The query cannot change the host or path of
 * the target.
 */
export function createQueryFilter(target: string, clickParameter: string | null) {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? []
  const own = query.split('&').map(nameOf)
  const ours = [
    WIDGET_PARAMETER,
    OPENED_PARAMETER,
    LINE_PARAMETER,
    ...(clickParameter ? [clickParameter] : []),
  ]
  const excluded = new Set([...own, ...ours.map(canonical)])

  return (linkQuery: string): string[] => {
    const passed: string[] = []
    let room = MAX_URL_LENGTH - target.length
    for (const pair of linkQuery.split('&', MAX_PAIRS)) {
      const name = SAFE.test(pair) && !AUTOMATIC_PAIRS.has(pair) ? nameOf(pair) : null
      if (name === null || excluded.has(name)) continue
      // Some servers treat `;` like `&` and would read a second parameter here.
      const encoded = pair.replaceAll(';', '%3B')
      room -= encoded.length + 1
      if (room < 0) break
      passed.push(encoded)
    }
    return passed
  }
}

/** Returns the parameters of a short link's query that fit in a header, without a counted opening. */
export const withoutOpened = (linkQuery: string): string[] =>
  linkQuery
    .split('&', MAX_PAIRS)
    .filter((pair) => SAFE.test(pair) && !pair.startsWith(`${OPENED_PARAMETER}=`))

/** Returns null if the name cannot be decoded. */
function nameOf(pair: string): string | null {
  const [written = ''] = pair.split('=', 1)
  try {
    return canonical(decodeURIComponent(written.replaceAll('+', ' ')))
  } catch {
    return null
  }
}

/**
 * Returns one name for all spellings that some server treats as equal: upper and lower case, `a[]`,
 * and characters that PHP replaces by an underscore. This prevents a query from overriding a
 * parameter of the target.
 */
function canonical(name: string): string | null {
  if (/[\p{Cc};]/u.test(name)) return null
  const bare = withoutIndex(name.trim().toLowerCase())
  return bare === '' ? null : bare.replaceAll(/[ .[]/g, '_')
}

/** Returns `a` for `a[]` and `a[b][c]`. */
function withoutIndex(name: string): string {
  const open = name.indexOf('[')
  return open >= 0 && name.includes(']', open) ? name.slice(0, open) : name
}
