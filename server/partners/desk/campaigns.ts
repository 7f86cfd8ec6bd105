import { eq } from 'drizzle-orm'
import type { Campaign, Promotion } from '#contract/partners/brands.ts'
import { applicationsOf } from '../chat/brand-side.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { campaigns, promotions } from '../../platform/db/schema.ts'
import { listCampaigns, listPromotions } from '../../money/promotions/promotions.ts'
import { readPeriods, type PeriodSums, type Period } from './numbers.ts'
import { dayOf } from './range.ts'

/** Campaign, event or bonus with its statistics. */
export type Offer = Pick<
  Campaign,
  'id' | 'name' | 'image_url' | 'status' | 'starts_at' | 'ends_at'
> & {
  kind: 'Campaign' | 'Event' | 'Bonus'
  /** Bonus in dollars. Null if the brand's commission applies. */
  bonus: number | null
  /** Number of applicants. Null if it has no applications. */
  applied: number | null
  /**
   * Results of all partners in its period, because links do not belong to a campaign. Null before
   * its first day.
   */
  brought: PeriodSums | null
}

const ALL_ENTRIES = { page: 1, page_size: 100 }

/** Returns campaigns of a brand, followed by its bonuses and events. */
export async function offersOf(db: DbOrTx, brandId: string, now: Date): Promise<Offer[]> {
  const wish = { ...ALL_ENTRIES, organization: brandId }
  const [{ results: running }, { results: promoted }] = [
    await listCampaigns(db, wish),
    await listPromotions(db, wish),
  ]
  const applied = await applicationsOf(db, brandId)
  const offers = [
    ...running.map((one) => toCampaign(one, applied.get(one.id) ?? 0)),
    ...promoted.map(toPromotion),
  ]
  const began = offers.filter(({ status }) => status !== 'upcoming')
  const added = await creationTimes(db, brandId)
  const spans = began.map((one) => spanOf(one, added(one), now))
  const brought = await readPeriods(db, brandId, spans)
  const of = new Map(began.map((one, nth) => [one, brought[nth] ?? null]))
  return offers.map((one) => ({ ...one, brought: of.get(one) ?? null }))
}

type OfferBase = Omit<Offer, 'brought'>

const toCampaign = (one: Campaign, applied: number): OfferBase => ({
  ...one,
  kind: 'Campaign',
  bonus: null,
  applied,
})

const toPromotion = (one: Promotion): OfferBase => ({
  ...one,
  name: one.title,
  kind: one.type === 'event' ? 'Event' : 'Bonus',
  bonus: one.bonus_amount,
  applied: null,
})

/** Returns creation times. They replace a missing start date. */
async function creationTimes(db: DbOrTx, brandId: string) {
  const [running, promoted] = [
    await db
      .select({ id: campaigns.id, at: campaigns.createdAt })
      .from(campaigns)
      .where(eq(campaigns.brandId, brandId)),
    await db
      .select({ id: promotions.id, at: promotions.createdAt })
      .from(promotions)
      .where(eq(promotions.brandId, brandId)),
  ]
  const [ofCampaigns, ofPromotions] = [byId(running), byId(promoted)]
  return ({ id, kind }: OfferBase) =>
    (kind === 'Campaign' ? ofCampaigns : ofPromotions).get(id) ?? new Date(0)
}

const byId = (rows: { id: number; at: Date }[]) => new Map(rows.map(({ id, at }) => [id, at]))

/** Returns the period in whole days (UTC), up to today at the latest. */
function spanOf({ starts_at, ends_at }: OfferBase, added: Date, now: Date): Period {
  const first = starts_at === null ? added.getTime() : Date.parse(starts_at)
  const end = ends_at === null ? Infinity : Date.parse(ends_at) - 1
  return { from: dayOf(first), to: dayOf(Math.min(end, now.getTime())) }
}
