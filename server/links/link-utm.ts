import type { UTM_FIELDS } from '#contract/links/utm.ts'
import type { LinkRow } from './link-rows.ts'

type UtmFields = { [Field in (typeof UTM_FIELDS)[number]]?: string | undefined }

/** Returns the columns for the utm fields that were sent. */
export function utmChanges(sent: UtmFields): Partial<LinkRow> {
  const values = {
    utmSource: sent.utm_source,
    utmMedium: sent.utm_medium,
    utmCampaign: sent.utm_campaign,
    utmTerm: sent.utm_term,
    utmContent: sent.utm_content,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
