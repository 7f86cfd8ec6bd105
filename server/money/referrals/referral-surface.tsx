import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { ReferralCode } from '#contract/money/referrals.ts'
import { agentOf, isPrefetch } from '../../redirect/clicks/kinds.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import {
  clientAddressGroup,
  secondsToWait,
  countBeyondLimit,
} from '../../platform/http/throttle.ts'
import { blockInvitations } from './invitations.ts'
import {
  BlockedPage,
  BlockPage,
  DeadBlockPage,
  TooManyCodesPage,
  UnknownCodePage,
} from './invitation-pages.tsx'
import { readBlockToken } from '../../people/accounts/mail-hash.ts'
import { followLink } from './referral-links.ts'

/**
 * Routes of /r. The code is passed on in the URL and in the sign-up form, without a cookie. After
 * too many unknown codes from one address, valid codes are refused as well, so that codes cannot be
 * guessed.
 */
export const referralSurface = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return next()
  })

  .get('/:code', async (c) => {
    const { deps } = c.var
    const code = v.safeParse(ReferralCode, c.req.param('code'))
    if (!code.success) return answerPage(c, <UnknownCodePage />, 404)
    const misses = { limit: 'unknownCodesByAddress', of: clientAddressGroup(c) } as const
    const seconds = await secondsToWait(deps, misses)
    if (seconds > 0) {
      c.header('Retry-After', String(seconds))
      return answerPage(c, <TooManyCodesPage />, 429)
    }
    if (!(await followLink(deps.db, code.output, isPerson(c)))) {
      await countBeyondLimit(deps, misses)
      return answerPage(c, <UnknownCodePage />, 404)
    }
    const to = new URL('/multi-connect/signup', deps.config.appOrigin)
    to.searchParams.set('ref', code.output)
    return c.redirect(to.href, 302)
  })

  // Shows a button instead of changing anything on GET, because email scanners also open links.
  .get('/no-more/:token', (c) => {
    const isOurs = readBlockToken(c.var.deps.secrets, c.req.param('token')) !== undefined
    if (!isOurs) return answerPage(c, <DeadBlockPage />, 404)
    return answerPage(c, <BlockPage action={c.req.path} />)
  })
  .post('/no-more/:token', async (c) => {
    const hash = readBlockToken(c.var.deps.secrets, c.req.param('token'))
    if (hash === undefined) return answerPage(c, <DeadBlockPage />, 404)
    await blockInvitations(c.var.deps.db, hash)
    return answerPage(c, <BlockedPage />)
  })

/** Returns whether a person opened the link, not a messenger that loads a preview. */
const isPerson = (c: Context<AppEnv>) =>
  c.req.method === 'GET' &&
  agentOf(c.req.header('user-agent') ?? '').kind === 'human' &&
  !isPrefetch(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')
