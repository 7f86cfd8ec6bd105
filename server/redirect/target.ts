import type { Sql } from 'postgres'
import type { ClickedLink } from '../clicks/events.ts'
import { targetUrl } from '../domain/target-url.ts'
import { locationOf, type Location } from './location.ts'

/** All that answering a click needs, ready to be sent. */
export type Target = Location & {
  link: ClickedLink
  /** Found by a code it had before a rename. Edits announce only today's code, so it is not kept. */
  isByFormerCode: boolean
}

type Row = {
  id: string
  user_id: string
  url: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_term: string
  utm_content: string
  in_network: boolean
  brand_id: string | null
  click_param: string | null
  is_former: boolean
}

/**
 * Null when no link has, or ever had, this code: a renamed link is still found by what people
 * printed (D-23). Keys are `linkKey`'s.
 */
export async function readTarget(sql: Sql, key: string): Promise<Target | null> {
  const domainId = key.slice(0, key.indexOf(':'))
  const code = key.slice(key.indexOf(':') + 1)
  const [row] = await sql<Row[]>`
    with found as (
      select id, false as is_former from links
      where domain_id = ${domainId} and lower(short_code) = ${code}
      union all
      select link_id, true from former_codes where domain_id = ${domainId} and code = ${code}
    )
    select links.id, user_id, url, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
      treat_as_in_network as in_network, brand_id, click_param, is_former
    from found join links using (id) left join brands on brands.id = brand_id
    order by is_former limit 1`
  return row ? toTarget(row) : null
}

function toTarget(row: Row): Target | null {
  const url = targetUrl({
    url: row.url,
    utmSource: row.utm_source,
    utmMedium: row.utm_medium,
    utmCampaign: row.utm_campaign,
    utmTerm: row.utm_term,
    utmContent: row.utm_content,
  })
  const isInNetwork = row.in_network && row.brand_id !== null
  const location = locationOf(url, isInNetwork ? row.click_param : null)
  const link = { linkId: row.id, userId: row.user_id, brandId: isInNetwork ? row.brand_id : null }
  return location && { ...location, link, isByFormerCode: row.is_former }
}
