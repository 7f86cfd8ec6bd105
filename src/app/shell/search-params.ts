/*
 * Query parameters are plain text. The router's own parser reads values as JSON, which changes long
 * numeric tokens.
 */

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: object): '' | `?${string}` {
  const params = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, toText(value)]],
  )
  const query = new URLSearchParams(params).toString()
  return query === '' ? '' : `?${query}`
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
