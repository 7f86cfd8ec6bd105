import * as v from 'valibot'
import { day, list, page, result, text, Uuid } from './common.ts'

/** Days after which the file of an export is deleted (D-100). */
export const EXPORT_DAYS = 7

export const ExportKind = v.picklist(
  ['links', 'clicks', 'sources', 'commissions', 'networks'],
  'Choose links, clicks, sources, commissions or networks.',
)
export type ExportKind = v.InferOutput<typeof ExportKind>

const Day = v.optional(v.nullable(day('Send the day as year-month-day, like 2026-05-12.')), null)
/** Maximum tags in a filter, far more than users need. */
const MAX_FILTER_TAGS = 200

/**
 * Body of POST analytics/request_user_csv/ (A-126). `sources` are clicks by source, rule and app;
 * `networks` are the rows of reports of affiliate networks.
 * The filters do not apply to an export of links, which is always complete.
 */
export const ExportRequest = v.object({
  kind: v.optional(ExportKind, 'links'),
  date_from: Day,
  date_to: Day,
  link_uuid: v.optional(v.nullable(Uuid), null),
  tags: v.optional(list(text(50), MAX_FILTER_TAGS), []),
})
export type ExportRequest = v.InferInput<typeof ExportRequest>
export type ExportFilter = Omit<v.InferOutput<typeof ExportRequest>, 'kind'>

/** Export. `url` is set while the file exists, `expires_at` once it is ready. */
export const DataExport = v.object({
  id: Uuid,
  kind: ExportKind,
  status: v.picklist(['queued', 'ready', 'failed']),
  rows: v.number(),
  created_at: v.string(),
  expires_at: v.nullable(v.string()),
  url: v.nullable(v.string()),
})
export type DataExport = v.InferOutput<typeof DataExport>

export const DataExports = page(DataExport)
export const ExportRequestAnswer = result(v.object({ id: Uuid, status: v.string() }))

/**
 * Archive with all data of a user in one file (not in the specification). `kilobytes` grows while
 * it is created.
 */
export const Archive = v.object({
  id: Uuid,
  status: v.picklist(['queued', 'ready', 'failed']),
  kilobytes: v.number(),
  expires_at: v.nullable(v.string()),
  url: v.nullable(v.string()),
})
export type Archive = v.InferOutput<typeof Archive>
/** Answer of GET account/download/: null if none was requested or it has expired. */
export const ArchiveAnswer = result(v.nullable(Archive))

/** Columns of exports and imports after the addresses of a link. */
export const LINK_DETAILS = [
  'name',
  'tags',
  'collections',
  'hidden',
  'created_at',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'starts_at',
  'max_clicks',
  'expires_at',
  'fallback_url',
  'pass_query',
  'rules',
  'open_in_browser',
  'kept_in_app',
  'show_code',
  'in_network',
  'exact_code',
  'clicks_before',
] as const

/** Columns of an export of links, in this order. An import reads all of them except `clicks`. */
export const LINK_COLUMNS = ['short_url', 'short_code', 'url', ...LINK_DETAILS, 'clicks'] as const
