import * as v from 'valibot'
import { day, list, page, result, text, Uuid } from './common.ts'

/** For how long the file of an export can be fetched (D-100). */
export const EXPORT_DAYS = 7

export const ExportKind = v.picklist(
  ['links', 'clicks', 'commissions'],
  'Choose links, clicks or commissions.',
)
export type ExportKind = v.InferOutput<typeof ExportKind>

const Day = v.optional(v.nullable(day('Give the day as year-month-day, like 2026-05-12.')), null)
/** Far more than anybody narrows an export by. */
const MOST_TAGS = 200

/** Body of POST analytics/request_user_csv/ (A-126). The filters narrow clicks and commissions; links are always all. */
export const ExportRequest = v.object({
  kind: v.optional(ExportKind, 'links'),
  date_from: Day,
  date_to: Day,
  link_uuid: v.optional(v.nullable(Uuid), null),
  tags: v.optional(list(text(50), MOST_TAGS), []),
})
export type ExportRequest = v.InferInput<typeof ExportRequest>
export type ExportFilter = Omit<v.InferOutput<typeof ExportRequest>, 'kind'>

/** One export: `url` while there is a file to fetch, `expires_at` from when it is ready. */
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
export const ExportRequested = result(v.object({ id: Uuid, status: v.string() }))

/** All of a person's data in one file (ours); `kilobytes` grows while it is being made. */
export const Archive = v.object({
  id: Uuid,
  status: v.picklist(['queued', 'ready', 'failed']),
  kilobytes: v.number(),
  expires_at: v.nullable(v.string()),
  url: v.nullable(v.string()),
})
export type Archive = v.InferOutput<typeof Archive>
/** GET account/download/: null where none was asked for, or its time is over. */
export const ArchiveAnswer = result(v.nullable(Archive))

/** The columns of a links export, in their order; an import reads them all but the clicks. */
export const LINK_COLUMNS = [
  'short_url',
  'short_code',
  'url',
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
  'expires_at',
  'fallback_url',
  'pass_query',
  'in_network',
  'clicks',
] as const
