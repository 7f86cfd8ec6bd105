import * as v from 'valibot'
import { Unreads } from './activity.ts'
import { OnboardingState } from './people/onboarding.ts'

/** First running promotion to end, if it ends within three days (D-58). */
export const TimeBanner = v.object({
  promotion_id: v.number(),
  title: v.string(),
  ends_at: v.string(),
})
export type TimeBanner = v.InferOutput<typeof TimeBanner>

/** Pause or block of the account by staff. Reason and rule may be shortened. */
export const AccountRestriction = v.object({
  kind: v.picklist(['paused', 'blocked']),
  why: v.string(),
  rule: v.string(),
  /** Address for an appeal; null for people who help with the account. */
  appeal_url: v.nullable(v.string()),
})
export type AccountRestriction = v.InferOutput<typeof AccountRestriction>

/**
 * Body of GET /v2/my/facts/ (not in the specification): small values that every screen shows. The
 * app requests it once, after the first rows are painted. Add a field here instead of another call.
 */
export const Facts = v.object({
  unread: Unreads,
  /** If true, the Page tab opens the page management (R-062, D-35). */
  has_page: v.boolean(),
  banner: v.optional(v.nullable(TimeBanner)),
  /** Number of brands that ask to see who this user is and have no answer yet. */
  invitations: v.optional(v.number()),
  /** True if all data of this installation is generated (`npm run demo`); left out elsewhere. */
  sample_data: v.optional(v.boolean()),
  /** Progress of the onboarding; null until it is known. */
  onboarding: v.optional(v.nullable(OnboardingState)),
  /** Unread chat messages; null where chat is switched off. */
  unread_messages: v.optional(v.nullable(v.number())),
  /** Left out if staff have neither paused nor blocked the account. */
  restriction: v.optional(v.nullable(AccountRestriction)),
})
export type Facts = v.InferOutput<typeof Facts>

/** Notice on all pages with data from `npm run demo`. */
export const SAMPLE_DATA_NOTICE = 'Sample data: people, shops and sales are made up.'
