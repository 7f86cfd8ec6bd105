import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { ReferralCode } from '#contract/referrals.ts'
import { agentOf, isPrefetch } from '../clicks/kinds.ts'
import type { AppEnv } from '../env.ts'
import { answerPage } from '../html/foot.tsx'
import { blockInvitations } from './invitations.ts'
import { BlockedPage, BlockPage, DeadBlockPage, UnknownCodePage } from './invitation-pages.tsx'
import { hashOfToken } from './mail-hash.ts'
import { followLink } from './referral-links.ts'

/**
 * Mounted at /r. The code goes on in the address and in the form that makes the account: no
 * cookie is set for somebody who only looks.
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
    const isThere = code.success && (await followLink(deps.db, code.output, isPerson(c)))
    if (!isThere) return answerPage(c, <UnknownCodePage />, 404)
    const to = new URL('/multi-connect/signup', deps.config.appOrigin)
    to.searchParams.set('ref', code.output)
    return c.redirect(to.href, 302)
  })

  // A button, and no change before it is pressed: programs open the links of mails, too.
  .get('/no-more/:token', (c) => {
    const isOurs = hashOfToken(c.var.deps.secrets, c.req.param('token')) !== undefined
    if (!isOurs) return answerPage(c, <DeadBlockPage />, 404)
    return answerPage(c, <BlockPage action={c.req.path} />)
  })
  .post('/no-more/:token', async (c) => {
    const hash = hashOfToken(c.var.deps.secrets, c.req.param('token'))
    if (hash === undefined) return answerPage(c, <DeadBlockPage />, 404)
    await blockInvitations(c.var.deps.db, hash)
    return answerPage(c, <BlockedPage />)
  })

/** Nobody has looked when a messenger draws a card of it. */
const isPerson = (c: Context<AppEnv>) =>
  c.req.method === 'GET' &&
  agentOf(c.req.header('user-agent') ?? '').kind === 'human' &&
  !isPrefetch(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')
