import { WIDGET_PARAMETER } from '#contract/widgets.ts'

/** Maximum length of a target URL. Longer URLs are cut or refused by some servers. */
const LONGEST_URL = 4000
const MOST = 50
/** Characters allowed in a query. `#` would start the fragment. */
const SAFE = /^[\x21\x22\x24-\x7e]+$/

/**
 * Returns a function that selects the parameters of a short link's query to add to its target.
 * Excluded are parameters that the target already has, the click id and the widget parameter. Order
 * and spelling are kept. The query cannot change the host or path of the target.
 */
export function passedOn(target: string, clickParameter: string | null) {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? []
  const own = query.split('&').map(nameOf)
  const ours = [WIDGET_PARAMETER, ...(clickParameter ? [clickParameter] : [])]
  const taken = new Set([...own, ...ours.map(canonical)])

  return (asked: string): string[] => {
    const passed: string[] = []
    let room = LONGEST_URL - target.length
    for (const pair of asked.split('&', MOST)) {
      const name = SAFE.test(pair) ? nameOf(pair) : null
      if (name === null || taken.has(name)) continue
      // Some servers treat `;` like `&` and would read a second parameter here.
      const written = pair.replaceAll(';', '%3B')
      room -= written.length + 1
      if (room < 0) break
      passed.push(written)
    }
    return passed
  }
}

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
