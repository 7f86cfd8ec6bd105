import * as v from 'valibot'
import { Unreads } from './activity.ts'
import { OnboardingState } from './onboarding.ts'

/** A promotion that is under way and ends within three days; the first of them to end (D-58). */
export const TimeBanner = v.object({
  promotion_id: v.number(),
  title: v.string(),
  ends_at: v.string(),
})
export type TimeBanner = v.InferOutput<typeof TimeBanner>

/**
 * Body of GET /v2/my/facts/ (ours): the little that stands around every screen, asked once the first
 * rows are painted. Whatever else the frame has to show gets a field here, not a call of its own.
 */
export const Facts = v.object({
  unread: Unreads,
  /** The Page tab then leads to its management (R-062, D-35). */
  has_page: v.boolean(),
  banner: v.optional(v.nullable(TimeBanner)),
  /** Brands that wait for an answer whether they may know who this is. */
  invitations: v.optional(v.number()),
  /** Everything on this installation is made up (`npm run demo`); left out elsewhere. */
  sample_data: v.optional(v.boolean()),
  /** Where somebody new stands; null until it is known. */
  onboarding: v.optional(v.nullable(OnboardingState)),
  /** Messages of the chat that wait to be read; null where chat is switched off. */
  unread_messages: v.optional(v.nullable(v.number())),
})
export type Facts = v.InferOutput<typeof Facts>

/** Wherever somebody looks at what `npm run demo` has made. */
export const SAMPLE_WORDS = 'Sample data: people, shops and sales are made up.'
