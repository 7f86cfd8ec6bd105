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
    'Account owner Set up an authenticator app',
    'Account owner Added a passkey',
    `Account owner Let ${member.email} act for the account now: edit`,
    'Account owner Entered a new PayPal address not confirmed',
    'Account owner Asked to confirm a new email address not confirmed',
    'Account owner Created the account',
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
    'Account owner Removed the second factor',
    'Asked to remove the second factor',
  )
})

test('a reset by staff is not shown as done by the person', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await addAuthenticator(ana)
  const form = { subject: `user ${ana.uuid}`, why: 'Called from the number we know' }
  expect((await ben.post('/console/actions/person.reset-factors', form)).status).toBe(303)
  const text = textOf((await ben.get(`/console/people/${ana.uuid}`)).html)
  expect(text).toContain('Called from the number we know')
  expectNoParts(text, 'Asked to remove the second factor', 'Removed the second factor')
})

test('a stopped removal of the second factor is listed', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await sql`
    insert into factor_recoveries (user_id, asked_at, ends_at, undone_at)
    values (${ana.uuid}, now() - interval '2 days', now() + interval '1 day', now())`
  const text = textOf((await ben.get(`/console/people/${ana.uuid}`)).html)
  expect(text).toMatch(/Stopped the removal of the second factor .* Asked to remove/)
})

test('a person cannot seem to be staff, and a passkey’s name is shown as text', async () => {
  const ben = await enter()
  const ana = await signUp(server)
  await sql`update users set name_first = 'command line' where id = ${ana.uuid}`
  await addPasskey(ana)
  await sql`update passkeys set name = '<b>Key</b>' where user_id = ${ana.uuid}`
  const { html } = await ben.get(`/console/people/${ana.uuid}`)
  const [, happened = ''] = html.split('<h2>What happened</h2>')
  expect(happened).not.toContain('command line')
  expect(happened).toContain('&lt;b&gt;Key&lt;/b&gt;')
})
