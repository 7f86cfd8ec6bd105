import { WIDGET_PARAMETER } from '#contract/widgets.ts'

/** Longer URLs are cut or refused on the way. */
const LONGEST_URL = 4000
const MOST = 50
/** What a query can hold; `#` would begin the fragment. */
const SAFE = /^[\x21\x22\x24-\x7e]+$/

/**
 * Answers which parameters of a short link's query its target gets: those that the target does not
 * have itself, never the click id or the mark of a widget, in their order and as they were written. The host and path of a
 * target are nothing a query could reach.
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
      // Some servers read `;` as `&`, and would find a second parameter in this one.
      const written = pair.replaceAll(';', '%3B')
      room -= written.length + 1
      if (room < 0) break
      passed.push(written)
    }
    return passed
  }
}

/** Null for what no server can tell the name of. */
function nameOf(pair: string): string | null {
  const [written = ''] = pair.split('=', 1)
  try {
    return canonical(decodeURIComponent(written.replaceAll('+', ' ')))
  } catch {
    return null
  }
}

/**
 * One name for all that some server takes for the same: capitals, `a[]`, and what PHP makes an
 * underscore. So nobody writes past a parameter of the target.
 */
function canonical(name: string): string | null {
  if (/[\p{Cc};]/u.test(name)) return null
  const bare = withoutIndex(name.trim().toLowerCase())
  return bare === '' ? null : bare.replaceAll(/[ .[]/g, '_')
}

/** `a` of `a[]` and `a[b][c]`. */
function withoutIndex(name: string): string {
  const open = name.indexOf('[')
  return open >= 0 && name.includes(']', open) ? name.slice(0, open) : name
}
