import * as v from 'valibot'
import { LinkDelta } from '#contract/links/link-lists.ts'
import { ShortLink } from '#contract/links/short-link.ts'
import { bareOrResult, paging, rawRows, parseRows, rowsOf, withDefaults } from './list-answers.ts'

/** Defaults for fields that a server of another version leaves out or sends differently. */
const defaults: Omit<ShortLink, 'uuid'> = {
  name: '',
  image_url: null,
  domain: '',
  url: '',
  url_editable: false,
  target_url: '',
  split_url: '',
  short_code: '',
  commission_percentage: null,
  lifetime_clicks: 0,
  lifetime_commissions: 0,
  lifetime_revenue: 0,
  meta_extraction_progress: 100,
  meta_extraction_error: null,
  custom_image_upload_id: null,
  custom_image_params: null,
  image_upload_id: null,
  regular_collection_names: [],
  tags: [],
  treat_as_in_network: false,
  treat_as_in_network_editable: false,
  has_tutorial_enabled: false,
  link_domain_id: { domain: '', id: 0, is_main: true },
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  is_hidden: false,
  created_at: '1970-01-01T00:00:00.000Z',
  updated_at: '1970-01-01T00:00:00.000Z',
}

export const LinkAnswer = withDefaults(ShortLink.entries, defaults)

/** Returns the valid rows of an answer and skips invalid ones. */
export const parseLinks = (items: unknown[]): ShortLink[] => parseRows(LinkAnswer, items)

export const LinkPageAnswer = v.object({ results: rowsOf(LinkAnswer), ...paging })

/** All links that a call changed. */
export const ChangedLinks = v.object({ results: rowsOf(LinkAnswer) })

/** Parses the body of a first page that was not loaded with the client. Throws if it is invalid. */
export const readFirstPage = (body: unknown) => v.parse(LinkPageAnswer, body)

/** Page, or a delta with `removed`. Its rows are parsed later. */
export const SearchAnswer = v.object({
  results: rawRows,
  removed: v.optional(LinkDelta.entries.removed, []),
})

/**
 * Single link. The detail call sends it directly, the create call in `result`; both are accepted.
 */
export const OneLinkAnswer = bareOrResult(LinkAnswer)
