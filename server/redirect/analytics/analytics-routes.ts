import { Hono } from 'hono'
import type * as v from 'valibot'
import {
  AnalyticsRequest,
  ExtensionAction,
  TimeZoneEdit,
  type Analytics,
  type TimeZoneAnswer,
} from '#contract/analytics.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { body } from '../../platform/http/validate.ts'
import { analyticsOf } from './analytics.ts'
import { recordAction } from './extension-actions.ts'
import { changeTimeZone } from './time-zone.ts'

/** Routes of /v2/my/analytics/my_links. A query, although it is sent with POST. */
export const linkAnalytics = new Hono<UserEnv>()
  .use(signedIn)
  .post('/', limitSearches, body(AnalyticsRequest), async (c) => {
    const { deps, user, access } = c.var
    const seesMoney = access?.includes('money') ?? true
    const query = { ...c.req.valid('json'), seesMoney }
    return c.json<Analytics>(await analyticsOf(deps, user.id, query))
  })

/** Routes of /v2/my/analytics/time_zone. */
export const timeZones = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)
  .put('/', body(TimeZoneEdit), async (c) => {
    const { deps, user } = c.var
    const { time_zone } = c.req.valid('json')
    await countAttempt(deps, { limit: 'timeZonesByAccount', of: user.id })
    await changeTimeZone(deps, user.id, time_zone)
    return c.json<v.InferOutput<typeof TimeZoneAnswer>>({ result: { time_zone } }, 202)
  })

/** Routes of /v1/action_ext. */
export const extensionActions = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)
  .post('/', body(ExtensionAction), async (c) => {
    const { deps, user } = c.var
    await countAttempt(deps, { limit: 'extensionActionsByAccount', of: user.id })
    await recordAction(deps.db, user.id, c.req.valid('json'))
    return c.json({}, 201)
  })
