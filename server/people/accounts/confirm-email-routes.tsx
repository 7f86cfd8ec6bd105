import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { secretPathHeaders } from '../../platform/http/secret-path.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { ThrottledError } from '../../platform/http/errors.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import {
  ConfirmEmailPage,
  InvalidEmailKeyPage,
  EmailConfirmedPage,
} from './confirm-email-pages.tsx'
import { confirmEmail, emailKeyState, type ConfirmedEmail, type Outcome } from './confirm-email.ts'

const limitOf = (c: Context<AppEnv>) =>
  ({ limit: 'wrongMailKeysByAddress', of: clientAddressGroup(c) }) as const

/** Routes of /confirm-email. The path contains the key that was sent to the mailbox. */
export const confirmEmailPages = new Hono<AppEnv>()
  .use(secretPathHeaders)
  .get('/:key', (c) =>
    withThrottledPage(c, async () => {
      const state = await emailKeyState(c.var.deps.db, c.req.param('key'))
      if (state.is !== 'good') return showInvalidKey(c, state)
      return answerPage(c, <ConfirmEmailPage {...state} action={c.req.path} />)
    }),
  )
  .post('/:key', (c) =>
    withThrottledPage(c, async () => {
      const outcome = await confirmEmail(c.var.deps, c.req.param('key'))
      if (outcome.is !== 'confirmed') return showInvalidKey(c, outcome)
      return answerPage(c, <EmailConfirmedPage {...outcome} />)
    }),
  )

/**
 * Shows the throttled page if the client has tried too many unknown keys. Keys that exist, even
 * used or expired ones, are not counted.
 */
async function withThrottledPage(
  c: Context<AppEnv>,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ThrottledError)) throw error
    c.header('Retry-After', String(error.seconds))
    return answerPage(c, <InvalidEmailKeyPage is="throttled" />, 429)
  }
}

async function showInvalidKey(
  c: Context<AppEnv>,
  state: Exclude<Outcome, ConfirmedEmail>,
): Promise<Response> {
  if (state.is === 'unknown') await countAttempt(c.var.deps, limitOf(c))
  return answerPage(c, <InvalidEmailKeyPage {...state} />, STATUS_CODES[state.is])
}

const STATUS_CODES = { unknown: 404, closed: 410, old: 410, used: 200, taken: 409 } as const
