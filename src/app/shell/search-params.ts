/*
 * Query parameters are plain text. The router's own parser reads values as JSON, which changes long
 * numeric tokens.
 */

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: object): '' | `?${string}` {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, text(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
