/** Name and value of a query parameter, not encoded. */
export type QueryParam = readonly [name: string, value: string]

/**
 * Returns the URL with these query parameters at its end. Parameters of the same names are removed.
 * The rest of the query is not changed by a single byte, because shops sign or compare their URLs.
 */
export function withParams(url: string, params: readonly QueryParam[]): string {
  if (params.length === 0) return url
  const names = new Set(params.map(([name]) => name))
  const added = params.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return editPairs(url, (pairs) => [...pairs.filter((pair) => !names.has(nameOf(pair))), ...added])
}

/** Returns the URL without the query parameters that have one of these names and values. */
export function withoutParams(url: string, params: readonly QueryParam[]): string {
  const isRemoved = (pair: string) => params.some((param) => isPair(pair, param))
  return editPairs(url, (pairs) => pairs.filter((pair) => !isRemoved(pair)))
}

/** Returns whether the URL has this query parameter with this value. */
export const hasParam = (url: string, param: QueryParam) =>
  (partsOf(url).query ?? '').split('&').some((pair) => isPair(pair, param))

// Decoded, because a browser and a server encode a few characters differently.
const isPair = (pair: string, [name, value]: QueryParam) =>
  nameOf(pair) === name && new URLSearchParams(pair).get(name) === value

function editPairs(url: string, edit: (pairs: string[]) => string[]): string {
  const { base, query = '', hash } = partsOf(url)
  const pairs = edit(query.split('&').filter((pair) => pair !== ''))
  return base + (pairs.length > 0 ? `?${pairs.join('&')}` : '') + hash
}

function partsOf(url: string): { base: string; query: string | undefined; hash: string } {
  const [, base = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []
  return { base, query, hash }
}

const nameOf = (pair: string) => pair.split('=', 1)[0] ?? ''
