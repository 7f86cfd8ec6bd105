import { withParams, type QueryParam } from '#contract/text/query-params.ts'
import type { links } from '../platform/db/schema.ts'

type Target = Pick<
  typeof links.$inferSelect,
  'url' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'
>

/** Returns the redirect target without the click id: the link's URL with its utm values. */
export const targetUrl = (link: Target): string => withParams(link.url, utmOf(link))

function utmOf(link: Target): QueryParam[] {
  const all: QueryParam[] = [
    ['utm_source', link.utmSource],
    ['utm_medium', link.utmMedium],
    ['utm_campaign', link.utmCampaign],
    ['utm_term', link.utmTerm],
    ['utm_content', link.utmContent],
  ]
  return all.filter(([, value]) => value !== '')
}
