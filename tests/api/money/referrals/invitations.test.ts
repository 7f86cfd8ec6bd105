import { expect, test, vi } from 'vitest'
import type { ReferralLink, ReferralMailStats } from '#contract/money/referrals.ts'
import { referralMails } from '../../../../server/platform/db/schema.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { newEmail, PASSWORD, signUp, setName, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'
import { expectTooMany, statusesOf } from '#support/server/asking.ts'

const server = await startTestServer({ jobs: true, referralMail: true })

const ROOT = '/v2/my/referrals/'

/** Creates a user with a confirmed email. */
async function inviter(): Promise<Person> {
  const person = await signUp(server)
  await server.deps.sql`update users set email_confirmed_at = now() where id = ${person.uuid}`
  return person
}

const invite = (person: Person, emails: unknown, message?: string) =>
  person.send('POST', `${ROOT}send_mail/`, { emails, ...(message !== undefined && { message }) })

const stats = async (person: Person) => {
  return (await person.get<{ result: ReferralMailStats }>(`${ROOT}email_stats/`)).result
}

const arrived = (email: string, many = 1) =>
  vi.waitFor(
    () => {
      const mails = mailsTo(server, email)
      expect(mails).toHaveLength(many)
      return mails[0] ?? ''
    },
    { timeout: 20_000 },
  )

test('friends get one mail with the link, whoever invites them (R-425, R-424, A-122, A-123)', async () => {
  const [ana, bo] = await Promise.all([inviter(), inviter()])
  const friend = newEmail()
  const answer = await invite(ana, [friend, friend.toUpperCase(), ana.email], 'See this!')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ result: { sent: 1, skipped: 2, delivery: 'outbox' } })
  const mail = await arrived(friend)
  expectParts(mail, '> See this!', `${ana.email} invites you`)

  expect(await (await invite(ana, [friend])).json()).toMatchObject({ result: { sent: 0 } })
  const last = newEmail()
  expect(await (await invite(bo, [friend, last])).json()).toMatchObject({
    result: { sent: 1, skipped: 1 },
  })
  await arrived(last)
  expect(mailsTo(server, friend)).toHaveLength(1)
  expect(await stats(ana)).toEqual({ sent: 1, joined: 0, remaining_today: 49, enabled: true })

  const { code } = (await ana.get<{ result: ReferralLink }>(`${ROOT}links/latest/`)).result
  expect(mail).toContain(`Join here:\n${server.deps.config.appOrigin}/r/${code}\n`)
  const page = await open(server, `/multi-connect/signup?ref=${code}`)
  await page.submit({ email: friend, password: PASSWORD })
  expect(await stats(ana)).toMatchObject({ sent: 1, joined: 1 })
  expect(await stats(bo)).toMatchObject({ sent: 1, joined: 0 })
})

test('addresses are not stored in plain text', async () => {
  const ana = await inviter()
  const friend = newEmail()
  await invite(ana, [friend])
  const kept = JSON.stringify(await server.deps.db.select().from(referralMails))
  expect(kept).not.toContain(friend)
})

test('the answer does not reveal whether an address has an account', async () => {
  const [ana, bo] = await Promise.all([inviter(), signUp(server)])
  expect(await (await invite(ana, [bo.email])).json()).toEqual(
    await (await invite(ana, [newEmail()])).json(),
  )
})

test.each<[unknown, string | undefined, string]>([
  [['nobody'], undefined, 'emails'],
  [[], undefined, 'emails'],
  ['ana@people.example', undefined, 'emails'],
  [Array.from({ length: 51 }, newEmail), undefined, 'emails'],
  [['ana@people.example'], 'Win at https://prize.example', 'message'],
  [['ana@people.example'], 'Win at prize.example', 'message'],
  [['ana@people.example'], 'x'.repeat(301), 'message'],
])(
  'an invalid invitation is refused with an error on its field: %#',
  async (emails, message, field) => {
    const answer = await invite(await inviter(), emails, message)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ errors: { [field]: [expect.any(String)] } })
  },
)

test('inviting needs a confirmed email address', async () => {
  const ana = await signUp(server)
  const answer = await invite(ana, [newEmail()])
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { errors: { emails: [expect.stringContaining('Confirm your own email address first')] } },
  ])
  expect(await stats(ana)).toMatchObject({ sent: 0, remaining_today: 50 })
})

test.each([
  ['Ana', 'Example', 'Ana Example (%s) invites you'],
  ['Win at', 'prize.example', '%s invites you'],
  ['https://prize', 'Example', '%s invites you'],
])('the name %s %s does not put an address into the mail', async (first_name, last_name, words) => {
  const ana = await inviter()
  await setName(ana, first_name, last_name)
  const friend = newEmail()
  await invite(ana, [friend])
  const mail = await arrived(friend)
  expect(mail).toContain(`\n${words.replace('%s', ana.email)}`)
  expect(mail).not.toContain('prize')
})

test('a user can invite fifty people a day; a request is sent completely or not at all (A-123)', async () => {
  const ana = await inviter()
  const many = (count: number) => invite(ana, Array.from({ length: count }, newEmail))
  expect((await many(48)).status).toBe(200)
  expectTooMany(await many(3), 80_000)
  expect(await stats(ana)).toMatchObject({ sent: 48, remaining_today: 2 })
  expect((await many(2)).status).toBe(200)
  expect((await many(1)).status).toBe(429)
})

/** Returns the unsubscribe path of the mail, which is the same in its text and its header. */
async function stopOf(friend: string): Promise<string> {
  const mail = await arrived(friend)
  const stop = /^List-Unsubscribe: <(\S+)>$/m.exec(mail)?.[1] ?? ''
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n')
  expect(mail).toContain(`Stop invitations:\n${stop}\n`)
  return new URL(stop).pathname
}

const blocked = async () =>
  (await server.deps.db.select().from(referralMails)).filter(({ blockedAt }) => blockedAt !== null)
    .length

test('the link in the mail unsubscribes the address from all invitations', async () => {
  const ana = await inviter()
  const friend = newEmail()
  await invite(ana, [friend])
  const path = await stopOf(friend)
  const before = await blocked()
  const page = await open(server, path)
  expect(page.status).toBe(200)
  expect(await blocked()).toBe(before)
  expect((await page.submit({})).html).toContain('We will send no more invitations')
  expect(await blocked()).toBe(before + 1)
  for (const forged of [path.slice(0, -1), '/r/no-more/x', '/r/no-more/x.y'])
    expect((await open(server, forged)).status).toBe(404)
})

test('a mail program can unsubscribe the address with one request', async () => {
  const ana = await inviter()
  const friend = newEmail()
  await invite(ana, [friend])
  const path = await stopOf(friend)
  const before = await blocked()
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const form = { 'List-Unsubscribe': 'One-Click' }
  expect((await server.request('POST', path, { form, headers })).status).toBe(200)
  expect(await blocked()).toBe(before + 1)
})

test('a request for ten thousand friends is refused; of many requests for fifty the first is sent', async () => {
  const ana = await inviter()
  const many = (count: number) => invite(ana, Array.from({ length: count }, newEmail))
  expect((await many(10_000)).status).toBe(413)
  expect(await statusesOf(5, () => many(50))).toEqual([200, 429, 429, 429, 429])
  expect(await stats(ana)).toMatchObject({ sent: 50, remaining_today: 0 })
})

test('invitations are refused unless the operator has switched them on', async () => {
  const off = await createTestServer()
  const ana = await signUp(off)
  const answer = await invite(ana, [newEmail()])
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    errors: { emails: ['This server does not send invitations. Share your link instead.'] },
  })
  expect(await stats(ana)).toEqual({ sent: 0, joined: 0, remaining_today: 0, enabled: false })
  await off.stop()
})
