import { Hono } from 'hono'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { learnTimeZone } from '../../redirect/analytics/time-zone.ts'
import type { UserEnv } from '../../env.ts'
import { query } from '../../platform/http/validate.ts'
import { Browser, userAgentOf } from '../../people/onboarding/onboarding-query.ts'
import { readFacts } from './facts.ts'

/**
 * Query with the browser's time zone, the default for a user who has not chosen one. Invalid zones
 * are ignored.
 */
const FactsQuery = v.object({
  time_zone: v.optional(text(64), ''),
  ...Browser.entries,
})

/** Route of /v2/my/facts. */
export const facts = new Hono<UserEnv>().get('/', signedIn, query(FactsQuery), async (c) => {
  const { deps, user, access } = c.var
  const { time_zone, notifications } = c.req.valid('query')
  if (time_zone !== '') await learnTimeZone(deps, user.id, time_zone)
  const browser = { userAgent: userAgentOf(c), notifications }
  const known = await readFacts({ deps, userId: user.id, browser }, access === undefined)
  return c.json(deps.config.sampleData ? { ...known, sample_data: true } : known)
})
