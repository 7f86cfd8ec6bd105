/** Table of which edges have a copy. */
export type FeedTable = {
  name: string
  /** Columns of the primary key, which the table's trigger notes. */
  key: readonly string[]
  /** Other columns that redirects read. */
  columns: readonly string[]
}

/**
 * Number of this version of `FEED_TABLES`. Increase it when a column or table is added. Edges accept
 * an origin with the same or a higher number and ignore columns that they do not know, so columns
 * are never removed.
 */
export const FEED_FORMAT = 1

/** Tables and columns that edges copy: no email addresses and no secrets of users. */
export const FEED_TABLES: readonly FeedTable[] = [
  { name: 'users', key: ['id'], columns: ['time_zone', 'open_in_browser'] },
  { name: 'network_settings', key: ['user_id'], columns: ['add_sub_ids', 'amazon_tag'] },
  {
    name: 'brands',
    key: ['id'],
    columns: ['name', 'commission_basis_points', 'click_param', 'archived_at'],
  },
  { name: 'stores', key: ['id'], columns: ['host', 'path', 'brand_id'] },
  {
    name: 'link_domains',
    key: ['id'],
    columns: ['domain', 'user_id', 'status', 'has_exact_codes'],
  },
  { name: 'pages', key: ['id'], columns: ['user_id', 'slug', 'is_published', 'blocked_at'] },
  { name: 'former_codes', key: ['domain_id', 'code', 'exact_code'], columns: ['link_id'] },
  { name: 'link_passwords', key: ['link_id'], columns: ['password_hash'] },
  {
    name: 'links',
    key: ['id'],
    columns: [
      'user_id',
      'domain_id',
      'short_code',
      'exact_code',
      'url',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'treat_as_in_network',
      'brand_id',
      'expires_at',
      'starts_at',
      'max_clicks',
      'fallback_url',
      'pass_query',
      'rules',
      'open_in_browser',
      'kept_in_app',
      'blocked_at',
    ],
  },
]

export const columnsOf = ({ key, columns }: FeedTable) => [...key, ...columns]

export type Row = Record<string, unknown>

/** Changed rows of one table. A key without a row means that the row was deleted. */
export type TableChanges = { name: string; keys: Row[]; rows: Row[] }

/** Answer to an edge that asks for changes after its cursor. */
export type Feed = {
  format: number
  /** Opaque position after these changes. */
  cursor: string
  /** Whether the edge must copy all rows again, because its cursor is missing or not valid. */
  isStale: boolean
  tables: TableChanges[]
  /** Salts of today and later by day, so that both servers recognize the same visitors. */
  salts: Record<string, string>
}

/** Rows of one table in order of their key. `next` is null at the end. */
export type RowPage = { rows: Row[]; next: Row | null }

/** Maximum size of a shipment of clicks, in characters. A batch of the click queue has up to 1 MB. */
export const MAX_SHIPMENT = 6_000_000
