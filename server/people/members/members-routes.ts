import { Hono } from 'hono'
import type { AccountChanges } from '#contract/people/account-changes.ts'
import {
  InvitationKey,
  MemberEdit,
  NewMember,
  type HelpedAccounts,
  type Members,
} from '#contract/people/members.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { listAccountChanges } from '../../platform/history/account-changes.ts'
import { HistoryQuery } from '../../platform/history/read-history.ts'
import { nextPage } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { signedIn } from '../accounts/signed-in.ts'
import {
  acceptInvitation,
  declineInvitation,
  invite,
  listInvitations,
  receivedInvitation,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { changeAccess, helpedAccounts, leaveAccount, listMembers, removeMember } from './members.ts'

/** Routes of /v2/my/members: the people with access to the signed-in user's account. */
export const memberRoutes = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', async (c) => {
    const { deps, user } = c.var
    const [results, invitations] = await Promise.all([
      listMembers(deps.db, user.id),
      listInvitations(deps.db, user.id),
    ])
    return c.json<Members>({ results, invitations })
  })

  .post('/', body(NewMember), async (c) =>
    c.json({ result: await invite(c.var.deps, c.var.user, c.req.valid('json')) }, 201),
  )

  .get('/changes', query(HistoryQuery), async (c) => {
    const { deps, user } = c.var
    const paging = c.req.valid('query')
    const found = await listAccountChanges(deps.db, user.id, paging)
    return c.json<AccountChanges>({ ...found, next: nextPage(c, paging, found.count) })
  })

  .post('/invitations/:id/resend', async (c) =>
    c.json({ result: await resendInvitation(c.var.deps, c.var.user, c.req.param('id')) }),
  )

  .delete('/invitations/:id', async (c) => {
    await withdrawInvitation(c.var.deps.db, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })

  .patch('/:id', body(MemberEdit), async (c) => {
    const { deps, user } = c.var
    const result = await changeAccess(deps, user, c.req.param('id'), c.req.valid('json'))
    return c.json({ result })
  })

  .delete('/:id', async (c) => {
    await removeMember(c.var.deps.db, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })

/** Routes of /v2/my/accounts: the accounts of others that the signed-in person helps with. */
export const accountRoutes = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', async (c) =>
    c.json<HelpedAccounts>({
      results: await helpedAccounts(c.var.deps.db, c.var.user.id),
    }),
  )

  .post('/invitation', body(InvitationKey), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await receivedInvitation(deps.db, user, c.req.valid('json').key) })
  })

  .post('/invitation/accept', body(InvitationKey), async (c) =>
    c.json({ result: await acceptInvitation(c.var.deps, c.var.user, c.req.valid('json').key) }),
  )

  .post('/invitation/decline', body(InvitationKey), async (c) => {
    await declineInvitation(c.var.deps, c.var.user, c.req.valid('json').key)
    return c.body(null, 204)
  })

  .delete('/:id', async (c) => {
    await leaveAccount(c.var.deps, c.var.user, c.req.param('id'))
    return c.body(null, 204)
  })
