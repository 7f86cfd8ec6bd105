import { Hono } from 'hono'
import * as v from 'valibot'
import { token } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { Invitations, NewReferralLink, ReferralCode } from '#contract/money/referrals.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { mailStats, sendInvitations } from './invitations.ts'
import { createLink, isCodeFree, latestLink, listLinks } from './referral-links.ts'
import { listReferred, referralSummary } from './referred.ts'

const paging = {
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
}
const yesOrNo = v.pipe(
  token(5),
  v.picklist(['true', 'false'], 'Send true or false.'),
  v.transform((value) => value === 'true'),
)

/** Routes of /v2/my/referrals. */
export const referralRoutes = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', query(v.object({ ...paging, is_creator: v.optional(yesOrNo) })), async (c) => {
    const filter = c.req.valid('query')
    const found = await listReferred(c.var.deps.db, c.var.user.id, filter)
    return c.json({ ...found, next: nextPage(c, filter, found.count) })
  })

  .get('/links', query(v.object(paging)), async (c) => {
    const { deps, user } = c.var
    const page = c.req.valid('query')
    const found = await listLinks(deps.db, user.id, deps.config, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .post('/links', body(NewReferralLink), async (c) => {
    const { deps, user } = c.var
    const made = await createLink(deps.db, user.id, deps.config, c.req.valid('json'))
    return c.json({ result: made }, 201)
  })

  .get('/links/latest', async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await latestLink(deps.db, user.id, deps.config) })
  })

  // Sent while the user types, so it has the limit of searches.
  .get('/links/available', limitSearches, query(v.object({ code: ReferralCode })), async (c) => {
    const { code } = c.req.valid('query')
    return c.json({ code, available: await isCodeFree(c.var.deps.db, code) })
  })

  .get('/summary', async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await referralSummary(deps.db, user.id, deps.config.referralShare) })
  })

  .get('/email_stats', async (c) => c.json({ result: await mailStats(c.var.deps, c.var.user.id) }))

  .post('/send_mail', body(Invitations), async (c) =>
    c.json(await sendInvitations(c.var.deps, c.var.user, c.req.valid('json'))),
  )
