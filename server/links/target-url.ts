import type { links } from '../platform/db/schema.ts'

type Target = Pick<
  typeof links.$inferSelect,
  'url' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'
>

/**
 * Returns the redirect target without the click id: the link's URL with its utm values. The rest of
 * the query is not changed by a single byte, because shops sign or compare their URLs.
 */
export function targetUrl(link: Target): string {
  const utm = utmOf(link)
  if (utm.length === 0) return link.url
  const [, base = '', query = '', hash = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link.url) ?? []
  const replaced = new Set(utm.map(([name]) => name))
  const kept = query.split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)))
  const added = utm.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${base}?${[...kept, ...added].join('&')}${hash}`
}

function utmOf(link: Target): [name: string, value: string][] {
  const all: [string, string][] = [
    ['utm_source', link.utmSource],
    ['utm_medium', link.utmMedium],
    ['utm_campaign', link.utmCampaign],
    ['utm_term', link.utmTerm],
    ['utm_content', link.utmContent],
  ]
  return all.filter(([, value]) => value !== '')
}

const nameOf = (pair: string) => pair.split('=', 1)[0] ?? ''
