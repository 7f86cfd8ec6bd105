import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import type { Pause } from '../../platform/http/maintenance.ts'
import { PausedPage } from './paused-page.tsx'
import { DEFAULT_RELOAD_SECONDS } from '#contract/limits.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import * as form from './login-form.ts'

/**
 * Shows the maintenance page instead of the sign-in pages. After a sign-in the app could not
 * answer.
 */
export const pausedDuringMaintenance: MiddlewareHandler<AppEnv> = async (c, next) => {
  const pause = c.var.deps.maintenance.current()
  return pause ? showPause(c, pause) : next()
}

/**
 * Shows a page with status 503. Its button submits the original request again with all fields
 * except the password. By default, the time in `pause` is when the service returns. Otherwise it is
 * only the time for the next attempt.
 */
export async function showPause(
  c: Context<AppEnv>,
  pause: Pause,
  { isPromised: isEndKnown = true } = {},
): Promise<Response> {
  const fields =
    c.req.method === 'POST' ? await form.postedFields(c) : form.readFields(c.req.query())
  const { hidden } = form.createView(c, fields)
  const { email, key } = fields
  const now = Date.now()
  const until = endOfPause(pause.retry_after, now)
  const seconds = until ? Math.ceil((until.getTime() - now) / 1000) : DEFAULT_RELOAD_SECONDS
  c.header('Retry-After', String(seconds))
  const page = (
    <PausedPage
      {...{ detail: pause.detail, until: isEndKnown ? until : null, seconds, action: c.req.path }}
      hidden={{ ...hidden, email, key }}
    />
  )
  return answerPage(c, page, 503)
}

/** Returns the time of the pause's end, or null if it is missing or in the past. */
function endOfPause(retryAfter: Pause['retry_after'], now: number): Date | null {
  const moment =
    typeof retryAfter === 'number' ? now + retryAfter * 1000 : Date.parse(retryAfter ?? '')
  return moment > now ? new Date(moment) : null
}
