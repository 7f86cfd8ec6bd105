import type { Options } from 'ky'
import * as v from 'valibot'
import { Unreads } from '#contract/activity.ts'
import { V2 } from '#contract/app-constants.ts'
import { AccountRestriction, TimeBanner, type Facts } from '#contract/facts.ts'
import { OnboardingState } from '#contract/people/onboarding.ts'
import { parseAnswer, http } from '#http/client.ts'

const count = v.fallback(v.number(), 0)

/** Facts with neutral defaults for fields that a server of another version leaves out. */
const FactsAnswer = v.object({
  unread: v.object({
    total: Unreads.entries.total,
    groups: v.fallback(v.object({ clicks: count, commission: count, special: count }), {
      clicks: 0,
      commission: 0,
      special: 0,
    }),
  }),
  has_page: v.fallback(v.boolean(), false),
  banner: v.fallback(v.nullable(TimeBanner), null),
  invitations: count,
  sample_data: v.fallback(v.boolean(), false),
  onboarding: v.fallback(v.nullable(OnboardingState), null),
  unread_messages: v.fallback(v.nullable(v.number()), null),
  restriction: v.fallback(v.nullable(AccountRestriction), null),
})

/** Time zone of the browser. Default for users who have not chosen one. */
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the values that every screen shows, in one call. */
export const getFacts = (options: Options = {}): Promise<Facts> =>
  parseAnswer(
    http.get(`${V2}/facts/`, { searchParams: { time_zone: timeZone() }, ...options }),
    FactsAnswer,
    options,
  )
