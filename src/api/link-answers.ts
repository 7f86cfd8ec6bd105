import * as v from 'valibot'
import { LinkDelta, LinkPage, ShortLink } from '#contract/links.ts'

/** What a field is when an older server does not send it, or sends something else (offline.md 34). */
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

type Entries = typeof ShortLink.entries

/** Every field but the id has something to fall back on. The cast restores what the loop loses. */
const tolerant = Object.fromEntries(
  Object.entries(ShortLink.entries).map(([name, entry]) => [
    name,
    name === 'uuid' ? entry : v.fallback(entry as v.GenericSchema, missing[name as 'name']),
  ]),
) as unknown as Entries

export const LinkAnswer = v.object(tolerant)

/** The rows of an answer that can be read; one that cannot must not hide the others. */
export const readRows = (items: unknown[]): ShortLink[] =>
  items.flatMap((item) => {
    const row = v.safeParse(LinkAnswer, item)
    return row.success ? [row.output] : []
  })

const OnlyId = v.object({ uuid: ShortLink.entries.uuid })
const rawRows = v.array(v.unknown())
const rows = v.pipe(rawRows, v.transform(readRows))
/** Reading whole rows takes a phone 0.2 s for five hundred; who only walks through them needs ids. */
const ids = v.pipe(
  rawRows,
  v.transform((items) =>
    items.flatMap((item) => {
      const row = v.safeParse(OnlyId, item)
      return row.success ? [row.output.uuid] : []
    }),
  ),
)

const paging = {
  next: v.fallback(LinkPage.entries.next, null),
  count: v.fallback(LinkPage.entries.count, 0),
  cursor: v.fallback(LinkPage.entries.cursor, ''),
}
const changes = {
  removed: LinkDelta.entries.removed,
  cursor: LinkDelta.entries.cursor,
  has_more: v.fallback(LinkDelta.entries.has_more, false),
  complete: v.fallback(LinkDelta.entries.complete, true),
}

export const LinkPageAnswer = v.object({ results: rows, ...paging })
export const LinkPageIds = v.object({ results: ids, ...paging })
export type LinkPageIds = v.InferOutput<typeof LinkPageIds>
export const LinkDeltaIds = v.object({ results: ids, ...changes })
export type LinkDeltaIds = v.InferOutput<typeof LinkDeltaIds>

/** A page, or with `removed` a delta; its rows are still to be read. */
export const SearchAnswer = v.object({
  results: rawRows,
  removed: v.optional(LinkDelta.entries.removed, []),
})

/** The detail is bare, a created link comes in `result`; either is read. */
export const OneLinkAnswer = v.union([
  v.pipe(
    v.object({ result: LinkAnswer }),
    v.transform((body) => body.result),
  ),
  LinkAnswer,
])
