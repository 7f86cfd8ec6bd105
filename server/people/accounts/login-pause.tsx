import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import type { Pause } from '../../platform/http/maintenance.ts'
import { PausedPage } from './paused-page.tsx'
import { DEFAULT_RELOAD_SECONDS } from '#contract/limits.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import * as form from './login-form.ts'

/** In front of every page of the login host: whoever signed in now would come to an app that cannot answer. */
export const pausedDuringMaintenance: MiddlewareHandler<AppEnv> = async (c, next) => {
  const pause = c.var.deps.maintenance.current()
  return pause ? showPause(c, pause) : next()
}

/**
 * A 503 in words, which leads on to the page that was asked for, with all that was typed but the password.
 * `isPromised`: the time is when it will be over, not only when a try is worth it.
 */
export async function showPause(
  c: Context<AppEnv>,
  pause: Pause,
  { isPromised = true } = {},
): Promise<Response> {
  const fields = c.req.method === 'POST' ? await form.postedFields(c) : form.fieldsOf(c.req.query())
  const { hidden } = form.viewOf(c, fields)
  const { email, key } = fields
  const now = Date.now()
  const until = momentOf(pause.retry_after, now)
  const seconds = until ? Math.ceil((until.getTime() - now) / 1000) : DEFAULT_RELOAD_SECONDS
  c.header('Retry-After', String(seconds))
  const page = (
    <PausedPage
      {...{ detail: pause.detail, until: isPromised ? until : null, seconds, action: c.req.path }}
      hidden={{ ...hidden, email, key }}
    />
  )
  return answerPage(c, page, 503)
}

/** Null where no time was given, or one that is over (D-67). */
function momentOf(given: Pause['retry_after'], now: number): Date | null {
  const moment = typeof given === 'number' ? now + given * 1000 : Date.parse(given ?? '')
  return moment > now ? new Date(moment) : null
}
