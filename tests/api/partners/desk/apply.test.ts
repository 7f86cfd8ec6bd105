import { expect, test } from 'vitest'
import { applicationMail } from '../../../../server/partners/desk/apply/application-mail.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { expectParts } from '#support/expect-parts.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { addDeskPerson } from '#support/server/desk.ts'
import { addApplication } from '#support/server/staff/applications.ts'
import { textOf } from '#support/server/staff/forms.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ deskApply: true })
const { sql } = server.deps
forgetAttemptsPerTest(server)

const APPLY = '/desk/apply'
const TYPED = {
  brandName: 'Bakery <b>Sample</b>',
  website: 'www.bakery.example',
  contactName: 'Ana Example',
  email: 'Ana@Bakery.example',
  sells: 'Bread and cakes',
  offer: '10 % of each order',
}

const apply = async (typed: Record<string, string> = TYPED) =>
  (await open(server, APPLY)).submit(typed)

const stored = () =>
  sql<{ id: number; email: string; website: string; confirmedAt: Date | null }[]>`
    select id, email, website, confirmed_at as "confirmedAt" from desk_applications order by id`

/** Runs the job of the latest email, and returns the email. */
async function sentMail(applicationId: number, about: 'confirm' | 'decision') {
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return 'outbox' as const
  }
  const deps = { ...server.deps, mail: { ...server.deps.mail, send } }
  void (await applicationMail(deps, { applicationId, about }, new AbortController().signal))
  return sent
}

const linkIn = (mails: Mail[]) => /\/desk\/apply\/[\w-]+/.exec(JSON.stringify(mails))?.[0] ?? ''

test('without the setting the page does not exist and nothing links to it', async () => {
  const off = await createTestServer({ sharedServer: server })
  try {
    for (const path of [APPLY, `${APPLY}/key`])
      expect((await off.request('GET', path)).status, path).toBe(404)
    expect((await off.request('POST', APPLY, { form: TYPED })).status).toBe(404)
    expect(await (await off.request('GET', '/desk/sign-in')).text()).not.toContain(APPLY)
    expect(await (await off.request('GET', '/privacy')).text()).not.toContain('apply as a brand')
  } finally {
    await off.stop()
  }
  expect(await (await server.request('GET', '/desk/sign-in')).text()).toContain(`href="${APPLY}"`)
  expect(await (await server.request('GET', '/privacy')).text()).toContain('apply as a brand')
})

test('a brand applies, and nobody sees it until the address is confirmed', async () => {
  await sql`delete from desk_applications`
  const sent = await apply()
  expect(sent.status).toBe(200)
  expect(textOf(sent.html)).toContain('We send a link to ana@bakery.example')
  const [row] = await stored()
  expect(row).toMatchObject({
    email: 'ana@bakery.example',
    website: 'https://www.bakery.example',
    confirmedAt: null,
  })
  const id = row?.id ?? 0
  const mails = await sentMail(id, 'confirm')
  expect(mails.map(({ to }) => to)).toEqual(['ana@bakery.example'])
  const path = linkIn(mails)
  // Mail programs open links in advance.
  for (let look = 0; look < 2; look++) {
    const page = await server.request('GET', path)
    expect(await page.text()).toContain('Bakery &lt;b&gt;Sample&lt;/b&gt;')
  }
  expect((await stored())[0]?.confirmedAt).toBeNull()
  const strange = await server.request('POST', path, { form: { csrf: 'x' } })
  expect([strange.status, (await stored())[0]?.confirmedAt]).toEqual([403, null])
  const confirmed = await (await open(server, path)).submit({})
  expect(confirmed.status).toBe(303)
  expect((await stored())[0]?.confirmedAt).not.toBeNull()
  const after = await server.request('GET', path)
  expect(await after.text()).toContain('We got your application')
  // A job that runs again sends no second link.
  expect(await sentMail(id, 'confirm')).toEqual([])
})

test.each([
  ['brandName', '', 'Enter the name of your brand.'],
  ['website', '', 'Enter the address of your website'],
  ['website', 'javascript:alert(1)', 'Enter the address of your website'],
  ['website', 'http://localhost', 'Enter the address of your website'],
  ['website', 'https://me@bakery.example', 'Enter the address of your website'],
  ['contactName', ' ', 'Enter your name.'],
  ['email', 'ana', 'email'],
  ['sells', '', 'Say in a sentence what you sell.'],
  ['sells', 'long '.repeat(201), '1000'],
  ['offer', '', 'Say what you would pay'],
])(
  '%s "%.30s" is refused at the field, and the typed text stays',
  async (field, value, problem) => {
    const before = (await stored()).length
    const { status, html } = await apply({ ...TYPED, [field]: value })
    expect(status).toBe(400)
    const about = new RegExp(`id="${field}-about"[^>]*>(.*?)</p>`, 's').exec(html)?.[1] ?? ''
    expect(textOf(about)).toContain(problem)
    expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
    const kept = Object.entries(TYPED).filter(([name]) => name !== field && name !== 'brandName')
    expectParts(html, ...kept.map(([, text]) => text))
    expect((await stored()).length).toBe(before)
  },
)

test('where the site has terms they must be accepted', async () => {
  const blocks = [{ kind: 'text' as const, text: 'Be kind.' }]
  const legal = { terms: { title: 'Terms', blocks } }
  const other = await createTestServer({ sharedServer: server, deskApply: true, legal })
  try {
    const page = await open(other, APPLY)
    expect(page.html).toContain('href="/terms"')
    const refused = await page.submit(TYPED)
    expect([refused.status, refused.html.includes('Accept the terms to apply.')]).toEqual([
      400,
      true,
    ])
    expect((await refused.submit({ ...TYPED, terms: 'on' })).status).toBe(200)
  } finally {
    await other.stop()
  }
})

async function answer(email: string) {
  const { status, html } = await apply({ ...TYPED, email })
  return { status, html: html.replaceAll(email, '@') }
}

test('the answer is the same for an address that belongs to a brand or an application', async () => {
  const { id } = await addShop(server, { key: 'known' })
  await addDeskPerson(server, id, { email: 'known@bakery.example' })
  const unknown = await answer('new@bakery.example')
  expect(unknown.status).toBe(200)
  expect(await answer('known@bakery.example')).toEqual(unknown)
  expect(await answer('new@bakery.example')).toEqual(unknown)
})

test('too many applications wait, by email and by address, with the text kept', async () => {
  for (let again = 0; again < 3; again++) expect((await apply()).status).toBe(200)
  const before = (await stored()).length
  const full = await apply()
  expect(full.status).toBe(429)
  expect(full.headers.get('retry-after')).toMatch(/^\d+$/)
  expectParts(full.html, 'Too many attempts', 'Bread and cakes')
  for (let n = 0; n < 6; n++) await apply({ ...TYPED, email: `n${n}@bakery.example` })
  expect((await apply({ ...TYPED, email: 'last@bakery.example' })).status).toBe(429)
  expect((await stored()).length).toBe(before + 6)
})

test('a form without the token of its page stores nothing and keeps the text', async () => {
  const before = (await stored()).length
  const answer = await server.request('POST', APPLY, { form: TYPED })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('Bread and cakes')
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await server.request('POST', APPLY, { form: TYPED, headers })).status).toBe(403)
  expect((await stored()).length).toBe(before)
})

test('links that are wrong or too old do nothing', async () => {
  await apply({ ...TYPED, email: 'late@bakery.example' })
  const id = (await stored()).at(-1)?.id ?? 0
  const path = linkIn(await sentMail(id, 'confirm'))
  const page = await open(server, path)
  await sql`update desk_applications set created_at = now() - interval '7 days' where id = ${id}`
  expect((await page.submit({})).status).toBe(410)
  expect((await server.request('GET', path)).status).toBe(410)
  expect((await server.request('GET', `${APPLY}/none-such`)).status).toBe(410)
  expect((await stored()).at(-1)?.confirmedAt).toBeNull()
  await sql`update throttle set count = 60 where key like 'deskKeysByAddress:%'`
  expect((await server.request('GET', `${APPLY}/none-such`)).status).toBe(429)
})

const day = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)

test('unconfirmed applications are deleted after 7 days, decided ones after 90', async () => {
  await sql`delete from desk_applications`
  const decided = (days: number) => ({
    decision: 'declined' as const,
    createdAt: day(200),
    decidedAt: day(days),
  })
  const kept = [
    await addApplication(server, { confirmedAt: null, createdAt: day(6.9) }),
    await addApplication(server, { createdAt: day(300) }),
    await addApplication(server, decided(89)),
  ]
  await addApplication(server, { confirmedAt: null, createdAt: day(7.1) })
  await addApplication(server, decided(91))
  await deleteExpired(server.deps.db)
  expect((await stored()).map(({ id }) => id)).toEqual(kept)
})
