import * as v from 'valibot'
import { LinkDelta, ShortLink } from '#contract/links.ts'
import { bareOrResult, paging, rawRows, readable, rowsOf, tolerant } from './list-answers.ts'

/** What a field is when an older server does not send it, or sends something else (offline 34). */
const missing: Omit<ShortLink, 'uuid'> = {
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

export const LinkAnswer = tolerant(ShortLink.entries, missing)

/** The rows of an answer that can be read; one that cannot must not hide the others. */
export const readRows = (items: unknown[]): ShortLink[] => readable(LinkAnswer, items)

export const LinkPageAnswer = v.object({ results: rowsOf(LinkAnswer), ...paging })

/** Of an answer that did not come through the client; throws for what is none. */
export const readFirstPage = (body: unknown) => v.parse(LinkPageAnswer, body)

/** A page, or with `removed` a delta; its rows are still to be read. */
export const SearchAnswer = v.object({
  results: rawRows,
  removed: v.optional(LinkDelta.entries.removed, []),
})

/** The detail is bare, a created link comes in `result`; either is read. */
export const OneLinkAnswer = bareOrResult(LinkAnswer)
