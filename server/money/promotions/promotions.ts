import { and, asc, count, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { HTTPException } from 'hono/http-exception'
import type {
  Campaign,
  CampaignStatus,
  Promotion,
  PromotionType,
} from '#contract/partners/brands.ts'
import type { TimeBanner } from '#contract/facts.ts'
import {
  isShown,
  pictureUrl,
  toOrganizationName,
  type BrandRow,
  type Paged,
} from '../../links/brands/organizations.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, campaigns, promotions } from '../../platform/db/schema.ts'

type ListFilter = Paged & { status?: CampaignStatus | undefined; organization?: string | undefined }
type Period = { startsAt: Date | null; endsAt: Date | null }

/**
 * Returns the condition for a status. It is derived from the clock in each query, so no job has to
 * update it in time.
 */
const isIn = (status: CampaignStatus, of: { startsAt: PgColumn; endsAt: PgColumn }): SQL =>
  ({
    active: sql`coalesce(${of.startsAt} <= now(), true) and coalesce(${of.endsAt} > now(), true)`,
    upcoming: sql`${of.startsAt} > now() and coalesce(${of.endsAt} > now(), true)`,
    ended: sql`coalesce(${of.endsAt} <= now(), false)`,
  })[status]

/**
 * Returns the order: active, then upcoming, then ended. Within a status, the nearest change comes
 * first.
 */
const inOrder = (of: { startsAt: PgColumn; endsAt: PgColumn; id: PgColumn }) => [
  sql`case when ${isIn('active', of)} then 0 when ${isIn('upcoming', of)} then 1 else 2 end`,
  sql`case when ${isIn('ended', of)} then ${of.endsAt} end desc nulls first`,
  sql`case when ${isIn('upcoming', of)} then ${of.startsAt} else ${of.endsAt} end nulls last`,
  asc(of.id),
]

function timingOf({ startsAt, endsAt }: Period) {
  const now = new Date()
  const status: CampaignStatus =
    endsAt && endsAt <= now ? 'ended' : startsAt && startsAt > now ? 'upcoming' : 'active'
  return {
    status,
    starts_at: startsAt?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
  }
}

const selectCampaigns = (db: DbOrTx, ...further: (SQL | undefined)[]) =>
  db
    .select({ campaign: campaigns, brand: brands })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(and(isShown, isNull(campaigns.archivedAt), ...further))

export async function listCampaigns(db: DbOrTx, { status, organization, ...page }: ListFilter) {
  const further = [
    status && isIn(status, campaigns),
    organization === undefined ? undefined : eq(campaigns.brandId, organization),
  ]
  const rows = await selectCampaigns(db, ...further)
    .orderBy(...inOrder(campaigns))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  const [all] = await db
    .select({ count: count() })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(and(isShown, isNull(campaigns.archivedAt), ...further))
  return { results: rows.map(toCampaign), count: all?.count ?? 0 }
}

export async function getCampaign(db: DbOrTx, id: number): Promise<Campaign> {
  const [row] = await selectCampaigns(db, eq(campaigns.id, id))
  if (!row) throw new HTTPException(404)
  return toCampaign(row)
}

const toCampaign = (row: {
  campaign: typeof campaigns.$inferSelect
  brand: BrandRow
}): Campaign => ({
  id: row.campaign.id,
  name: row.campaign.name,
  description: row.campaign.text,
  image_url: pictureUrl(row.campaign.imageKey),
  ...timingOf(row.campaign),
  organization: toOrganizationName(row.brand),
  commission_percentage: row.brand.commissionBasisPoints / 100,
  apply_message: row.campaign.applyMessage,
})

/** Promotions without a brand are shown. Those of a hidden brand are hidden with it. */
const isPromoted = and(isNull(promotions.archivedAt), or(isNull(promotions.brandId), isShown))

const selectPromotions = (db: DbOrTx, ...further: (SQL | undefined)[]) =>
  db
    .select({ promotion: promotions, brand: brands })
    .from(promotions)
    .leftJoin(brands, eq(brands.id, promotions.brandId))
    .where(and(isPromoted, ...further))

export async function listPromotions(
  db: DbOrTx,
  { type, status, organization, ...page }: ListFilter & { type?: PromotionType | undefined },
) {
  const further = [
    type && eq(promotions.type, type),
    status && isIn(status, promotions),
    organization === undefined ? undefined : eq(promotions.brandId, organization),
  ]
  const rows = await selectPromotions(db, ...further)
    .orderBy(...inOrder(promotions))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  const [all] = await db
    .select({ count: count() })
    .from(promotions)
    .leftJoin(brands, eq(brands.id, promotions.brandId))
    .where(and(isPromoted, ...further))
  return { results: rows.map(toPromotion), count: all?.count ?? 0 }
}

export async function getPromotion(db: DbOrTx, id: number): Promise<Promotion> {
  const [row] = await selectPromotions(db, eq(promotions.id, id))
  if (!row) throw new HTTPException(404)
  return toPromotion(row)
}

const toPromotion = (row: {
  promotion: typeof promotions.$inferSelect
  brand: BrandRow | null
}): Promotion => ({
  id: row.promotion.id,
  type: row.promotion.type,
  title: row.promotion.title,
  text: row.promotion.text,
  image_url: pictureUrl(row.promotion.imageKey),
  ...timingOf(row.promotion),
  organization: row.brand && toOrganizationName(row.brand),
  url: row.promotion.url,
  bonus_amount: row.promotion.bonusCents === null ? null : row.promotion.bonusCents / 100,
})

/** Returns the promotion that ends next, if that is within three days. */
export async function timeBanner(db: DbOrTx): Promise<TimeBanner | null> {
  const [row] = await selectPromotions(
    db,
    isIn('active', promotions),
    sql`${promotions.endsAt} <= now() + interval '72 hours'`,
  )
    .orderBy(asc(promotions.endsAt), asc(promotions.id))
    .limit(1)
  const { endsAt, id, title } = row?.promotion ?? {}
  if (!endsAt || id === undefined || title === undefined) return null
  return { promotion_id: id, title, ends_at: endsAt.toISOString() }
}
