import type { Campaign, OrganizationName, Promotion } from '#contract/partners/brands.ts'
import { dayText } from '#app/problems/times.ts'
import { remainingText } from '#app/remaining.ts'

export type OfferState = 'active' | 'upcoming' | 'ended'

/** Campaign, event or bonus, of a brand or of no particular brand. */
export type Offer = {
  /** Id in the address of the sheet. */
  id: string
  kind: 'Campaign' | 'Event' | 'Bonus'
  title: string
  text: string
  imageUrl: string | null
  startsAt: number | null
  endsAt: number | null
  brand: OrganizationName | null
  /** Commission in percent. Null if the offer does not change it. */
  percentage: number | null
  /** Amount in dollars. */
  bonus: number | null
  /** Text as the brand wrote it, not checked yet. */
  url: string
  /**
   * Campaign to apply for and the text of the application. Null if there is nothing to apply for.
   */
  apply: { campaign: number; text: string } | null
}

export const campaignOffer = (campaign: Campaign): Offer => ({
  id: `campaign.${campaign.id}`,
  kind: 'Campaign',
  title: campaign.name,
  text: campaign.description,
  imageUrl: campaign.image_url,
  startsAt: timeOf(campaign.starts_at),
  endsAt: timeOf(campaign.ends_at),
  brand: campaign.organization,
  percentage: campaign.commission_percentage,
  bonus: null,
  url: '',
  apply: { campaign: campaign.id, text: campaign.apply_message },
})

export const promotionOffer = (promotion: Promotion): Offer => ({
  id: `promotion.${promotion.id}`,
  kind: promotion.type === 'event' ? 'Event' : 'Bonus',
  title: promotion.title,
  text: promotion.text,
  imageUrl: promotion.image_url,
  startsAt: timeOf(promotion.starts_at),
  endsAt: timeOf(promotion.ends_at),
  brand: promotion.organization,
  percentage: null,
  bonus: promotion.bonus_amount,
  url: promotion.url,
  apply: null,
})

/** Parses the id from an address. */
export function parseOfferId(
  id: string,
): { type: 'campaign' | 'promotion'; number: number } | null {
  const [, type, number] = /^(campaign|promotion)\.(\d{1,10})$/.exec(id) ?? []
  return type === 'campaign' || type === 'promotion' ? { type, number: Number(number) } : null
}

/**
 * Returns the state at this time. Computed from the clock, because a saved copy may contain an
 * outdated state.
 */
export function offerState({ startsAt, endsAt }: Offer, now: number): OfferState {
  if (endsAt !== null && endsAt <= now) return 'ended'
  return startsAt !== null && startsAt > now ? 'upcoming' : 'active'
}

/** Returns the state as text: "Active", "Starts Jun 3" or "Ended". */
export function stateText(offer: Offer, now: number): string {
  const state = offerState(offer, now)
  if (state === 'upcoming') return `Starts ${dayText(offer.startsAt ?? now, now)}`
  return state === 'active' ? 'Active' : 'Ended'
}

const SOON_MS = 72 * 60 * 60 * 1000

/**
 * Returns when the offer runs, in local days: "Ends in 1 day 6 hours", "Ends Jun 1", "Apr 1 to May
 * 2".
 */
export function timesText(offer: Offer, now: number): string | null {
  const { endsAt } = offer
  if (offerState(offer, now) !== 'active') return runsText(offer, now)
  if (endsAt === null) return null
  const left = endsAt - now
  return left <= SOON_MS ? `Ends in ${remainingText(left)}` : `Ends ${lastDayText(endsAt, now)}`
}

/** An offer that ends at midnight ends on the day before. */
const lastDayText = (endsAt: number, now: number) => dayText(endsAt - 1, now)

/** Returns the first and last day, as far as the offer has them. */
export function runsText({ startsAt, endsAt }: Offer, now: number): string | null {
  const from = startsAt === null ? null : dayText(startsAt, now)
  const to = endsAt === null ? null : lastDayText(endsAt, now)
  if (from && to) return from === to ? from : `${from} to ${to}`
  if (from) return `From ${from}`
  return to && `Until ${to}`
}

/** Returns the remaining time, or null if the offer is not active or has no end. */
export const remainingMs = (offer: Offer, now: number): number | null =>
  offer.endsAt === null || offerState(offer, now) !== 'active' ? null : offer.endsAt - now

function timeOf(moment: string | null): number | null {
  const at = moment === null ? Number.NaN : Date.parse(moment)
  return Number.isNaN(at) ? null : at
}
