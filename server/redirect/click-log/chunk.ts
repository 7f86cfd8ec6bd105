import { part, type SqlPart } from '../../platform/db/sql.ts'

/** Maximum number of clicks in a row. Positions are stored in 15 bits. */
export const MAX_CLICKS = 32_000

/** Columns of `closed_clicks`, in the order of `chunkOf`. */
export const CHUNK_COLUMNS = part`
  first_id, last_id, clicks, links, brands, kinds, referrers, devices, countries, facets,
  link_numbers, shape_numbers, ms_after, shifts, id_starts, id_ends`

/** Returns the time of a UUIDv7 in milliseconds. */
export const msOf = (id: SqlPart) =>
  part`('x' || left(${id}::text, 8) || substr(${id}::text, 10, 4))::bit(48)::bigint`

/** Parts of `id` after its time. */
const ID_START = part`('x' || substr(id::text, 15, 4))::bit(16)::int`
const ID_END = part`('x' || substr(id::text, 20, 4) || right(id::text, 12))::bit(64)::bigint`

type Ids = { first: SqlPart; last: SqlPart }

/**
 * Returns a statement that packs at most `MAX_CLICKS` clicks of one day into one row. `clicks` has
 * the columns of `clicksOfChunks`, and `is_id_kept`. `ids` are SQL expressions, which can refer to
 * these clicks as `source`. Equal neighbours compress well, so clicks are sorted by link and by
 * their other values.
 */
export const chunkOf = (clicks: SqlPart, ids: Ids): SqlPart => part`
  with source as (${clicks}),
  ends as (select ${ids.first} as first_id, ${ids.last} as last_id),
  shapes as (
    select *, row_number() over (order by kind, referrer, device, country, facets) as shape_number
    from (select distinct kind, referrer, device, country, facets from source) as shape
  ),
  timed as (
    select *, dense_rank() over (order by link_id, brand_id) as link_number,
      ms - ${msOf(part`first_id`)} as ms_after,
      round(extract(epoch from at) * 1000)::bigint - ms as shift
    from source join shapes using (kind, referrer, device, country, facets) cross join ends
  ),
  pairs as (select distinct link_number, link_id, brand_id from timed),
  links as (
    select array_agg(link_id order by link_number) as links,
      array_agg(brand_id order by link_number) as brands
    from pairs
  ),
  others as (
    select array_agg(kind order by shape_number) as kinds,
      array_agg(referrer order by shape_number) as referrers,
      array_agg(device order by shape_number) as devices,
      array_agg(country order by shape_number) as countries,
      array_agg(facets order by shape_number) as facets
    from shapes
  ),
  sorted as (select * from timed order by link_number, shape_number, ms),
  packed as (
    select count(*)::int as clicks,
      array_agg(link_number::smallint) as link_numbers,
      array_agg(shape_number::smallint) as shape_numbers,
      array_agg(ms_after::int) as ms_after,
      case when bool_or(shift <> 0) then array_agg(shift) end as shifts,
      case when bool_or(is_id_kept) then array_agg(
        case when is_id_kept then (${ID_START} - 32768)::smallint end) end as id_starts,
      case when bool_or(is_id_kept) then array_agg(
        case when is_id_kept then ${ID_END} end) end as id_ends
    from sorted
  )
  select ${CHUNK_COLUMNS} from packed cross join ends cross join links cross join others where clicks > 0`

/**
 * Returns a statement with single clicks of closed days. `chunks` is a condition for rows of
 * `closed_clicks as chunk`, and `clicks` one for `packed`, the columns per click. The two joins
 * must be hash joins, so conditions that PostgreSQL could misjudge belong around this statement.
 */
export const clicksOfChunks = (chunks: SqlPart, clicks: SqlPart = part`true`): SqlPart => part`
  select click.* from closed_clicks as chunk
  cross join lateral (
    select case when id_end is not null then (
        lpad(to_hex(since + ms_after), 12, '0') || lpad(to_hex(id_start + 32768), 4, '0')
        || lpad(to_hex(id_end), 16, '0'))::uuid end as id,
      since + ms_after as ms, link_id, brand_id,
      to_timestamp((since + ms_after + coalesce(shift, 0)) / 1000.0) as at,
      kind, referrer, device, country, facets
    from (select ${msOf(part`chunk.first_id`)} as since offset 0) as start
    cross join unnest(chunk.link_numbers, chunk.shape_numbers, chunk.ms_after, chunk.shifts,
      chunk.id_starts, chunk.id_ends)
      as packed (link_number, shape_number, ms_after, shift, id_start, id_end)
    join unnest(chunk.links, chunk.brands) with ordinality as pair (link_id, brand_id, number)
      on pair.number = packed.link_number
    join unnest(chunk.kinds, chunk.referrers, chunk.devices, chunk.countries, chunk.facets)
      with ordinality as shape (kind, referrer, device, country, facets, number)
      on shape.number = packed.shape_number
    where ${clicks}
    offset 0
  ) as click
  where ${chunks}`
