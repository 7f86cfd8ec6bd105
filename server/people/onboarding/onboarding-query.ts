import type { Context } from 'hono'
import * as v from 'valibot'
import { NotificationPermission } from '#contract/people/onboarding.ts'

/** Browser state sent in the query. An unknown value counts as `default`. */
export const Browser = v.object({ notifications: v.fallback(NotificationPermission, 'default') })

/** Returns the User-Agent header. */
export const userAgentOf = (c: Context) => c.req.header('user-agent')
