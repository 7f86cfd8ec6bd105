import type { DbOrTx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import type { AttemptCount } from '../../platform/http/throttle.ts'
import { clickById } from '../../redirect/click-log/find-click.ts'
import { findCode } from './discount-code.ts'
import { linkByCode } from '../../links/coded-links.ts'
import type { AttributedBy } from '../../platform/db/schema/conversions-schema.ts'
import type { PostbackInput } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'

export type Attributed = {
  by: AttributedBy
  userId: string
  /** Null if the creator of a discount code has no link of the brand. */
  linkId: string | null
  linkName: string
  /** Discount code of the order, if it was attributed by one. */
  discountCodeId?: number
  click: OrderClick | null
}

/** Click of an order, with the columns by which its day is counted. */
export type OrderClick = { id: string; at: Date; kind: number; counts: ClickCounts }
export type ClickCounts = Record<'referrer' | 'device' | 'country' | 'facets', string>

type OrderIds = Pick<PostbackInput, 'orderId' | 'clickId' | 'code'>

/** Owner of a known order, or the attribution of a new one according to the call. */
export type OrderOwner = { owner: string } | { attributed: Attributed | undefined }

export type FoundRow = {
  owner: string | null
  userId: string | null
  linkId: string
  linkName: string
  kind: number
  atMs: number
  counts: ClickCounts
}

/**
 * Returns the owner of an order, by its click or by a creator's code. If both are known, the
 * brand's terms decide. Clicks of other brands do not count. Hidden, expired and blocked links earn
 * like any other. `count` runs in the same query.
 */
export async function findOwner(
  db: DbOrTx,
  brand: BrandRow,
  claim: OrderIds,
  count?: SqlPart,
): Promise<{ found: OrderOwner; counted: AttemptCount }> {
  const counted = count ?? part`select 0 as count, 0 as seconds`
  const [row] = await db.named(count ? 'order-owner-counted' : 'order-owner')<
    [FoundRow & AttemptCount]
  >`
    with counted as (${counted})
    select count, seconds, ${ownerColumns} from counted ${ownerJoins(part`${brand.id}::uuid`, claim)}`
  return { found: await ownerFromRow(db, brand, claim, row), counted: row }
}

/** Columns for a larger statement: owner of a `known` order, or data of its `click` and `links`. */
export const ownerColumns = part`
  known.user_id as owner, links.user_id as "userId", links.id as "linkId", links.name as "linkName",
  click.kind, (extract(epoch from click.at) * 1000)::float8 as "atMs",
  json_build_object('referrer', click.referrer, 'device', click.device,
    'country', click.country, 'facets', click.facets) as counts`
/**
 * Joins for a larger statement. The lateral join and the order make PostgreSQL use the unique index
 * on orders. Otherwise, a cached plan from when the table was small would read the whole table, or
 * all orders of the brand, for each order.
 */
export const ownerJoins = (brandId: SqlPart, { orderId, clickId }: OrderIds): SqlPart => part`
  left join lateral (
    select user_id from (
      select user_id, lower(order_id) as folded from conversions
      where brand_id = ${brandId} and lower(order_id) >= lower(${orderId})
      order by lower(order_id) limit 1
    ) as next where folded = lower(${orderId})
  ) as known on true
  left join ${clickById(clickId)} as click on click.brand_id = ${brandId}
  left join links on links.id = click.link_id`

export async function ownerFromRow(
  db: DbOrTx,
  brand: BrandRow,
  { clickId, code }: OrderIds,
  row: FoundRow,
): Promise<OrderOwner> {
  if (row.owner !== null) return { owner: row.owner }
  const byClick = clickId === null ? undefined : attributionByClick(row, clickId)
  const isByCode = code !== '' && (!byClick || brand.attribution === 'code_first')
  return { attributed: (isByCode && (await attributionByCode(db, brand, code))) || byClick }
}

function attributionByClick(row: FoundRow, id: string) {
  const { userId, linkId, linkName, kind, atMs, counts } = row
  if (userId === null) return undefined
  const click = { id, at: new Date(atMs), kind, counts }
  return { by: 'click', userId, linkId, linkName, click } as const
}

async function attributionByCode(db: DbOrTx, { id }: BrandRow, code: string) {
  const discount = await findCode(db, id, code)
  if (discount) {
    const { codeId: discountCodeId, ...owner } = discount
    return { by: 'code', ...owner, discountCodeId, click: null } as const
  }
  const link = await linkByCode(db, code)
  if (!link || link.brandId !== id) return undefined
  const { userId, id: linkId, name: linkName } = link
  return { by: 'code', userId, linkId, linkName, click: null } as const
}

/** Returns the first code that belongs to a link of the brand; empty if there is none. */
export async function firstKnownCode(
  db: DbOrTx,
  brand: BrandRow,
  codes: string[],
): Promise<string> {
  const links = await Promise.all(codes.map((code) => attributionByCode(db, brand, code)))
  return codes.find((_, nth) => links[nth] !== undefined) ?? ''
}

const RECENT_MS = 10 * 60 * 1000
/** Tolerated difference between the clocks of two machines. */
const MAX_CLOCK_SKEW_MS = 60 * 1000

/** Returns whether this is a click id of ours, so recent that it may not be counted yet. */
export function isRecentClickId(clickId: string, at: Date): boolean {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(clickId)) return false
  const age = at.getTime() - timeOfUuid(clickId)
  return age < RECENT_MS && age > -MAX_CLOCK_SKEW_MS
}
