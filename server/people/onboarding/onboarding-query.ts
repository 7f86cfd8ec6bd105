import type { Context } from 'hono'
import * as v from 'valibot'
import { NotificationPermission } from '#contract/onboarding.ts'

/** What the browser alone knows; of a word that is none it has said nothing. */
export const Browser = v.object({ notifications: v.fallback(NotificationPermission, 'default') })

/** What the browser says that it is. */
export const userAgentOf = (c: Context) => c.req.header('user-agent')
