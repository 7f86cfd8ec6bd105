import { expect, test } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { addAuthenticator } from '#support/server/factors.ts'
import { addMember } from '#support/server/members.ts'
import { addPasskey } from '#support/server/passkeys.ts'
import { PASSWORD, signUp } from '#support/server/people.ts'
import { textOf } from '#support/server/staff/forms.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps

let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)

test('a person’s page lists what they changed and what staff did, newest first', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await sql`update users set name_first = 'Ana', name_last = 'Example' where id = ${ana.uuid}`
  const send = async (method: string, path: string, body: object) =>
    expect((await ana.send(method, path, body)).status).toBe(200)
  await send('POST', '/v1/users/me/email/', { password: PASSWORD, email: 'new@ana.example' })
  await send('PATCH', '/v1/bank/redemptions/settings/', {
    paypal_email: 'pay@ana.example',
    password: PASSWORD,
  })
  const { member } = await addMember(server, ana, ['edit'])
  await addPasskey(ana)
  await addAuthenticator(ana)
  const subject = `user ${ana.uuid}`
  await ben.post('/console/actions/person.sign-out', { subject })
  const text = textOf((await ben.get(`/console/people/${ana.uuid}`)).html)
  const [, happened = ''] = text.split('What happened ')
  const order = [
    'Signed a user out everywhere',
    'Ana Example Set up an authenticator app',
    'Ana Example Added a passkey',
    `Ana Example Gave access to ${member.email} edit`,
    'Ana Example Entered a new PayPal address not confirmed',
    'Ana Example Entered a new email address not confirmed',
    'Ana Example Created the account',
  ]
  const places = order.map((part) => happened.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expectNoParts(happened, 'pay@ana.example', 'new@ana.example')
})

test('a confirmed PayPal address has its day, a recovery its steps', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await sql`
    insert into wallets (user_id, next_email, next_asked_at, next_usable_at)
    values (${ana.uuid}, 'pay@ana.example', now(), '2031-05-16T09:00:00Z')`
  await sql`
    insert into factor_recoveries (user_id, asked_at, ends_at, finished_at)
    values (${ana.uuid}, now() - interval '4 days', now() - interval '1 day', now())`
  const text = textOf((await ben.get(`/console/people/${ana.uuid}`)).html)
  expectParts(
    text,
    'Entered a new PayPal address active from May 16, 2031',
    'Owner Removed the second factor',
    'Asked to remove the second factor',
  )
})

test('a name is shown as text', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await sql`update users set name_first = '<b>Ana</b>' where id = ${ana.uuid}`
  const { html } = await ben.get(`/console/people/${ana.uuid}`)
  expect(html).toContain('&lt;b&gt;Ana&lt;/b&gt;')
  expect(html).not.toContain('<b>Ana</b>')
})
