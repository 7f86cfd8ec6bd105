import { describe, expect, test } from 'vitest'
import { MAX_INVITATIONS, MAX_MEMBERS } from '#contract/people/members.ts'
import { linkIn, waitForMails } from '#support/server/links/outbox.ts'
import {
  accept,
  accountsOf,
  ACCOUNTS,
  actingFor,
  addMember,
  INVITATION,
  invite,
  inviting,
  MEMBERS,
  membersOf,
  refusalOf,
} from '#support/server/members.ts'
import { newEmail, PASSWORD, setName, signUp } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })

const GONE = 'This invitation has expired, was withdrawn or was already used. Ask for a new one.'
const read = (person: Awaited<ReturnType<typeof signUp>>, key: string) =>
  person.send('POST', INVITATION, { key })

describe('an invitation', () => {
  test('is an email with a link that gives the invited person access once', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    await setName(ana, 'Ana', 'Moss')
    const { id } = await invite(server, ana, ben.email, ['money', 'edit'])
    const [mail = ''] = await waitForMails(server, ben.email, 1)
    const key = new URL(linkIn(mail)).searchParams.get('key') ?? ''
    const account = { id: ana.uuid, name: 'Ana Moss', email: ana.email }
    const { result } = (await (await read(ben, key)).json()) as { result: object }
    expect(result).toMatchObject({ account, access: ['edit', 'money'] })
    expect((await membersOf(ana)).invitations).toMatchObject([{ id, is_expired: false }])
    expect((await accept(ben, key)).status).toBe(200)
    expect(await accountsOf(ben)).toEqual([{ ...account, access: ['edit', 'money'] }])
    const { results, invitations } = await membersOf(ana)
    expect(results).toMatchObject([{ id: ben.uuid, email: ben.email, access: ['edit', 'money'] }])
    expect(invitations).toEqual([])
    const [notice = ''] = await waitForMails(server, ana.email, 1)
    expect(notice).toContain('accepted your invitation')
    expect(await refusalOf(await accept(ben, key))).toEqual([400, GONE])
  })

  test('is only for the invited address', async () => {
    const [ana, ben, eve] = [await signUp(server), await signUp(server), await signUp(server)]
    const { key } = await invite(server, ana, ben.email)
    for (const call of ['', 'accept/', 'decline/']) {
      const [status, text] = await refusalOf(await eve.send('POST', INVITATION + call, { key }))
      expect([status, text]).toEqual([400, expect.stringContaining(`signed in as ${eve.email}`)])
      expect(text).not.toContain(ben.email)
    }
    expect((await accept(ben, key)).status).toBe(200)
  })

  test('can be declined, withdrawn and sent again, and expires', async () => {
    const ana = await signUp(server)
    const [declined, withdrawn, again, late] = [
      await signUp(server),
      await signUp(server),
      await signUp(server),
      await signUp(server),
    ]
    const first = await invite(server, ana, declined.email)
    expect((await declined.send('POST', `${INVITATION}decline/`, first)).status).toBe(204)
    await waitForMails(server, ana.email, 1)
    const second = await invite(server, ana, withdrawn.email)
    await ana.send('DELETE', `${MEMBERS}invitations/${second.id}/`)
    const third = await invite(server, ana, again.email)
    expect((await ana.send('POST', `${MEMBERS}invitations/${third.id}/resend/`)).status).toBe(200)
    const fourth = await invite(server, ana, late.email)
    await server.deps.sql`
      update member_invitations set expires_at = now() where id = ${fourth.id}`
    expect(await refusalOf(await accept(declined, first.key))).toEqual([400, GONE])
    expect(await refusalOf(await accept(withdrawn, second.key))).toEqual([400, GONE])
    expect(await refusalOf(await accept(again, third.key))).toEqual([400, GONE])
    expect(await refusalOf(await accept(late, fourth.key))).toEqual([400, GONE])
    const { invitations, results } = await membersOf(ana)
    expect(results).toEqual([])
    expect(invitations).toMatchObject([
      { email: late.email, is_expired: true },
      { email: again.email, is_expired: false },
    ])
    const mails = await waitForMails(server, again.email, 2)
    const keys = mails.map((mail) => new URL(linkIn(mail)).searchParams.get('key') ?? '')
    const answers = await Promise.all(keys.map((key) => accept(again, key)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('needs the password, at least one permission and the address of another person', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const refusals = [
      inviting(ana, ben.email, ['edit'], { password: undefined }),
      inviting(ana, ben.email, ['edit'], { password: 'a wrong one' }),
      inviting(ana, ben.email, []),
      inviting(ana, 'nobody', ['edit']),
      inviting(ana, ana.email.toUpperCase(), ['edit']),
    ]
    for (const answer of await Promise.all(refusals)) expect(answer.status).toBe(400)
    await invite(server, ana, ben.email)
    const twice = await refusalOf(await inviting(ana, ben.email, ['edit']))
    expect(twice).toEqual([400, expect.stringContaining('already invited')])
    const { acting, member } = await addMember(server, ana, ['edit'])
    const known = await refusalOf(await inviting(ana, member.email, ['edit']))
    expect(known).toEqual([400, 'This person already has access.'])
    expect((await inviting(acting, newEmail(), ['edit'])).status).toBe(403)
  })

  test('belongs to its account', async () => {
    const [ana, eve] = [await signUp(server), await signUp(server)]
    const { id } = await invite(server, ana, newEmail())
    const { member } = await addMember(server, ana, ['edit'])
    const answers = [
      await eve.send('DELETE', `${MEMBERS}invitations/${id}/`),
      await eve.send('POST', `${MEMBERS}invitations/${id}/resend/`),
      await eve.send('DELETE', `${MEMBERS}${member.uuid}/`),
      await eve.send('PATCH', `${MEMBERS}${member.uuid}/`, {
        access: ['edit'],
        password: PASSWORD,
      }),
      await eve.send('DELETE', `${MEMBERS}nobody/`),
      await eve.send('DELETE', `${ACCOUNTS}${ana.uuid}/`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await membersOf(ana)).toMatchObject({ results: [{}], invitations: [{}] })
  })

  test('is refused beyond the limits', async () => {
    const ana = await signUp(server)
    const insert = (count: number) => server.deps.sql`
      insert into member_invitations (id, user_id, email, access, key_hash, expires_at)
      select gen_random_uuid(), ${ana.uuid}, n || '@people.example', '{edit}', ${ana.uuid} || n,
        now() + interval '1 day' from generate_series(1, ${count}::int) as n`
    await insert(MAX_INVITATIONS)
    const full = await refusalOf(await inviting(ana, newEmail(), ['edit']))
    expect(full).toEqual([400, `You have ${MAX_INVITATIONS} open invitations. Withdraw one first.`])
    await server.deps.sql`delete from member_invitations where user_id = ${ana.uuid}`
    const last = await signUp(server)
    const { key } = await invite(server, ana, last.email)
    await server.deps.sql`
      with added as (insert into users (email, password_hash)
        select 'm' || n || ${ana.email}, '' from generate_series(1, ${MAX_MEMBERS}::int) as n
        returning id)
      insert into account_members (user_id, member_id, access)
      select ${ana.uuid}, id, '{edit}' from added`
    const crowded = `At most ${MAX_MEMBERS} people can have access to an account.`
    expect(await refusalOf(await accept(last, key))).toEqual([400, crowded])
    expect(await refusalOf(await inviting(ana, newEmail(), ['edit']))).toEqual([400, crowded])
  })
})

describe('access ends', () => {
  test('at once on every server when the owner removes the member', async () => {
    const other = await createTestServer({ sharedServer: server })
    try {
      const ana = await signUp(server)
      const { member, acting } = await addMember(server, ana, ['edit'])
      const elsewhere = { token: member.token, headers: { 'X-ACCOUNT': ana.uuid } }
      const onOther = () => other.request('GET', '/v2/my/collections/', elsewhere)
      expect((await onOther()).status).toBe(200)
      expect((await ana.send('DELETE', `${MEMBERS}${member.uuid}/`)).status).toBe(204)
      expect((await onOther()).status).toBe(403)
      expect((await acting.send('GET', '/v2/my/collections/')).status).toBe(403)
      expect(await accountsOf(member)).toEqual([])
    } finally {
      await other.stop()
    }
  })

  test('when the member leaves, and the owner is told', async () => {
    const ana = await signUp(server)
    const { member, acting } = await addMember(server, ana, ['edit'])
    expect((await member.send('DELETE', `${ACCOUNTS}${ana.uuid}/`)).status).toBe(204)
    expect((await acting.send('GET', '/v2/my/collections/')).status).toBe(403)
    const mails = await waitForMails(server, ana.email, 2)
    expect(mails.join()).toContain('gave up access to your account')
  })

  test('when the owner or the member deletes their account', async () => {
    const ana = await signUp(server)
    const { member, acting } = await addMember(server, ana, ['edit'])
    const { member: second } = await addMember(server, ana, ['edit'])
    const deletion = { password: PASSWORD, reason: '' }
    await second.send('POST', '/v2/my/profile/deletion/', deletion)
    await server.deps.sql`delete from users where id = ${second.uuid}`
    expect((await membersOf(ana)).results.map(({ id }) => id)).toEqual([member.uuid])
    const { key } = await invite(server, ana, member.email.replace('@', '+2@'))
    await ana.send('POST', '/v2/my/profile/deletion/', deletion)
    expect((await acting.send('GET', '/v2/my/collections/')).status).toBe(403)
    expect(await accountsOf(member)).toEqual([])
    const late = await signUp(server, member.email.replace('@', '+2@'))
    expect(await refusalOf(await accept(late, key))).toEqual([400, GONE])
  })
})

test('a chat token requested by a member opens no chat of the account', async () => {
  const ana = await signUp(server)
  const { member } = await addMember(server, ana, ['edit', 'analytics', 'money'])
  const acting = actingFor(member, ana)
  for (const path of ['/v2/my/sendbird/token/', '/v1/users/me/chat_token'])
    expect((await acting.send('GET', path)).status).toBe(403)
})
