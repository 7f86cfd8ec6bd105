import { FACETS, type Facet } from '#contract/analytics.ts'

/**
 * Returns facets as stored with a click: `source|rule|app`, or '' if the click has none. Values are
 * lower case letters, digits and dashes, so none contains a separator of click lines.
 */
export const facetsText = ({
  source = '',
  rule = '',
  app = '',
}: { [Name in Facet]?: string | undefined }) =>
  source === '' && rule === '' && app === '' ? '' : `${source}|${rule}|${app}`

/** Adds the app of a click to its facets, unless they already have one. */
export const withApp = (facets: string, app: string): string =>
  facets === '' || facets.endsWith('|') ? (facets || '||') + app : facets

/** Returns the facets of a click that have a value. */
export function facetsIn(text: string): [facet: Facet, value: string][] {
  if (text === '') return []
  const values = text.split('|')
  return FACETS.flatMap((facet, index) => {
    const value = values[index] ?? ''
    return value === '' ? [] : [[facet, value]]
  })
}
