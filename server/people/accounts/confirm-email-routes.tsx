import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { ThrottledError } from '../../platform/http/errors.ts'
import { clientOf, take } from '../../platform/http/throttle.ts'
import { ConfirmEmailPage, DeadEmailKeyPage, EmailConfirmedPage } from './confirm-email-pages.tsx'
import { confirmEmail, emailKeyState, type Confirmed, type Outcome } from './confirm-email.ts'

const limitOf = (c: Context<AppEnv>) =>
  ({ limit: 'wrongMailKeysByAddress', of: clientOf(c) }) as const

/** Mounted at /confirm-email: the key in the address is what a mailbox was sent. */
export const confirmEmailPages = new Hono<AppEnv>()
  // Neither a cache nor another site may see the key.
  .use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex')
    return next()
  })
  .get('/:key', (c) =>
    orTooMany(c, async () => {
      const state = await emailKeyState(c.var.deps.db, c.req.param('key'))
      if (state.is !== 'good') return dead(c, state)
      return answerPage(c, <ConfirmEmailPage {...state} action={c.req.path} />)
    }),
  )
  .post('/:key', (c) =>
    orTooMany(c, async () => {
      const outcome = await confirmEmail(c.var.deps, c.req.param('key'))
      if (outcome.is !== 'confirmed') return dead(c, outcome)
      return answerPage(c, <EmailConfirmedPage {...outcome} />)
    }),
  )

/** Who guesses keys is stopped; a link that was one is answered as often as it is opened. */
async function orTooMany(c: Context<AppEnv>, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ThrottledError)) throw error
    c.header('Retry-After', String(error.seconds))
    return answerPage(c, <DeadEmailKeyPage is="throttled" />, 429)
  }
}

async function dead(c: Context<AppEnv>, state: Exclude<Outcome, Confirmed>): Promise<Response> {
  if (state.is === 'unknown') await take(c.var.deps, limitOf(c))
  return answerPage(c, <DeadEmailKeyPage {...state} />, STATUS[state.is])
}

const STATUS = { unknown: 404, closed: 410, old: 410, used: 200, taken: 409 } as const
