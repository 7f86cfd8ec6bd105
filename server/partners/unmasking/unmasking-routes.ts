import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { MAX_ID } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import {
  BrandLinkVisit,
  InvitationStatus,
  UnmaskingSettings,
  type UnmaskingSettings as Settings,
} from '#contract/partners/unmasking.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { editUserSettings, userSettings } from '../../people/profile/settings.ts'
import {
  answerInvitation,
  followBrandLink,
  listConnections,
  listInvitations,
  removeConnection,
} from './unmasking.ts'

const paging = {
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
}

/** Returns the id in the path. A malformed id becomes 0, which leads to 404. */
const invitationRefOf = (c: Context<UserEnv>) => {
  const text = c.req.param('id') ?? ''
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return { userId: c.var.user.id, id: id > MAX_ID ? 0 : id }
}

/** Routes of /v2/my/unmasking. */
export const unmasking = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get(
    '/invitations',
    query(v.object({ ...paging, status: v.optional(InvitationStatus) })),
    async (c) => {
      const wish = c.req.valid('query')
      const found = await listInvitations(c.var.deps.db, c.var.user.id, wish)
      return c.json({ ...found, next: nextPage(c, wish, found.count) })
    },
  )

  .post('/invitations', body(BrandLinkVisit), async (c) => {
    const { deps, user } = c.var
    const { org_referral_link_uuid: link } = c.req.valid('json')
    return c.json({ result: await followBrandLink(deps.db, user.id, link) })
  })

  .put('/invitations/:id/accept', async (c) =>
    c.json({ result: await answerInvitation(c.var.deps.db, invitationRefOf(c), 'accept') }),
  )

  .put('/invitations/:id/ignore', async (c) =>
    c.json({ result: await answerInvitation(c.var.deps.db, invitationRefOf(c), 'ignore') }),
  )

  .get('/settings', async (c) =>
    c.json(settingsOf(await userSettings(c.var.deps.db, c.var.user.id))),
  )

  .put('/settings', body(UnmaskingSettings), async (c) =>
    c.json(settingsOf(await editUserSettings(c.var.deps.db, c.var.user.id, c.req.valid('json')))),
  )

  .get('/connections', query(v.object(paging)), async (c) => {
    const page = c.req.valid('query')
    const found = await listConnections(c.var.deps.db, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .delete('/connections/:id', async (c) => {
    await removeConnection(c.var.deps.db, invitationRefOf(c))
    return c.body(null, 204)
  })

const settingsOf = ({ unmasking_invitations }: Settings): Settings => ({ unmasking_invitations })
