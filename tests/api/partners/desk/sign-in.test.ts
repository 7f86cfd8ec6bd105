import { expect, test } from 'vitest'
import { brandLinkCommand } from '../../../../server/operator/brand-link.ts'
import { deskMail } from '../../../../server/partners/desk/desk-mail.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { cookiesIn, enterDesk, linkTo, openLink, pressLink } from '#support/server/desk.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen & Co', key: 'kitchen' })

const operator = (args: string[], mail?: string, settings = {}) => {
  const command = brandLinkCommand(args)
  if (!command) throw new Error('no such command')
  return command({ mail })(server.deps.db, { ...server.deps.config, ...settings })
}

const ENDED = 'This sign-in link no longer works'

test('opening a sign-in link changes nothing; its button signs in, once', async () => {
  const printed = await operator(['brand-link', 'kitchen'])
  const [, link = ''] = /(http\S+)/.exec(printed) ?? []
  const path = new URL(link).pathname
  for (let look = 0; look < 3; look++) {
    const page = await server.request('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers.getSetCookie().some((line) => line.startsWith('desk='))).toBe(false)
    expect(await page.text()).toContain('Brand desk of Kitchen &amp; Co')
  }
  const looked = await server.request('GET', path)
  const form = hiddenFields(await looked.text())
  const entered = await pressLink(server, path)
  expect(entered.status).toBe(303)
  expect(entered.headers.get('location')).toBe('/desk/partners')
  const [cookie] = entered.headers.getSetCookie().filter((line) => line.startsWith('desk='))
  expect(cookie).toMatch(/; Path=\/desk; HttpOnly; SameSite=Lax$/)
  // A used link does not sign in again. Its page says how to get a new one.
  const again = await server.request('GET', path)
  expect(again.status).toBe(410)
  expect(await again.text()).toContain(ENDED)
  const headers = { cookie: cookiesIn(looked.headers) }
  expect((await server.request('POST', path, { form, headers })).status).toBe(410)
})

test('of two people who press the button at once one is signed in', async () => {
  const path = await linkTo(server, shop.id)
  // Both open the page before either submits. Otherwise the second might find the link already
  // used.
  const pages = [await openLink(server, path), await openLink(server, path)]
  const both = await Promise.all(pages.map((press) => press()))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 410])
})

test('expired and unknown sign-in links are refused', async () => {
  const path = await linkTo(server, shop.id)
  await server.deps.sql`update desk_links set expires_at = now() - interval '1 second'
    where used_at is null`
  for (const dead of [path, '/desk/sign-in/no-such-key']) {
    const page = await server.request('GET', dead)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain(ENDED)
  }
})

test('after too many wrong links from one address others wait, and the right one works', async () => {
  const path = await linkTo(server, shop.id)
  const wrong = '/desk/sign-in/no-such-key'
  expect((await server.request('GET', wrong)).status).toBe(410)
  await server.deps.sql`update throttle set count = 60 where key like 'deskKeysByAddress:%'`
  expect((await server.request('GET', wrong)).status).toBe(429)
  expect((await server.request('GET', path)).status).toBe(200)
  expect((await pressLink(server, path)).status).toBe(303)
  await server.deps.sql`delete from throttle where key like 'deskKeysByAddress:%'`
})

test('a sign-in link works only from its own page', async () => {
  const path = await linkTo(server, shop.id)
  const page = await server.request('GET', path)
  const form = hiddenFields(await page.text())
  const cookie = cookiesIn(page.headers)
  const tries = [
    { form: {}, headers: { cookie } },
    { form, headers: {} },
    { form, headers: { cookie, 'sec-fetch-site': 'cross-site' } },
    { form, headers: { cookie, origin: 'https://elsewhere.example' } },
  ]
  for (const each of tries) {
    const answer = await server.request('POST', path, each)
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('desk='))).toBe(false)
  }
  expect((await pressLink(server, path)).status).toBe(303)
})

test('without a session every address of the desk redirects to the sign-in', async () => {
  for (const path of ['', '/partners', '/partners.csv', '/traffic', '/orders', '/messages']) {
    for (const headers of [{}, { cookie: 'desk=guessed' }] as Record<string, string>[]) {
      const answer = await server.request('GET', `/desk${path}`, { headers })
      expect({ path, status: answer.status }).toEqual({ path, status: 303 })
      expect(answer.headers.get('location')).toBe('/desk/sign-in')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    }
  }
})

test('signing out ends the session of this browser, or all sessions of the brand', async () => {
  const other = await enterDesk(server, (await addShop(server, { name: 'Other' })).id)
  const enter = () => enterDesk(server, shop.id)
  const [one, two, three] = [await enter(), await enter(), await enter()]
  const out = await one.post('/desk/sign-out')
  expect(out.headers.get('location')).toBe('/desk/sign-in?out')
  expect(out.headers.getSetCookie().join()).toMatch(/^desk=; Max-Age=0; Path=\/desk/)
  expect((await one.get('/desk/partners')).status).toBe(303)
  expect((await two.get('/desk/partners')).status).toBe(200)
  await two.post('/desk/sign-out/everywhere')
  expect((await two.get('/desk/partners')).status).toBe(303)
  expect((await three.get('/desk/partners')).status).toBe(303)
  expect((await other.get('/desk/partners')).status).toBe(200)
})

test('a session ends thirty days after the last visit', async () => {
  const [used, idle] = [await enterDesk(server, shop.id), await enterDesk(server, shop.id)]
  const { sql } = server.deps
  const age = (days: number) => sql`update desk_sessions set
    last_seen_at = last_seen_at - make_interval(days => ${days}),
    expires_at = expires_at - make_interval(days => ${days})`
  await age(20)
  expect((await used.get('/desk/partners')).status).toBe(200)
  await age(11)
  expect((await used.get('/desk/partners')).status).toBe(200)
  expect((await idle.get('/desk/partners')).status).toBe(303)
  await age(70)
  await deleteExpired(server.deps.db)
  const [left] = await sql<{ count: number }[]>`select count(*)::int as count from desk_sessions`
  expect(left).toEqual({ count: 0 })
})

test('a new link is mailed to known addresses, and every address gets the same answer', async () => {
  const sent: Mail[] = []
  const mail = {
    delivery: 'smtp' as const,
    send: (letter: Mail) => {
      sent.push(letter)
      return Promise.resolve('smtp' as const)
    },
  }
  const other = await createTestServer({ sharedServer: server, smtpUrl: 'smtp://localhost:1' })
  try {
    const told = await operator(['brand-link', 'kitchen'], 'Team@Kitchen.example', {
      smtpUrl: 'smtp://localhost:1',
    })
    expect(told).toBe(
      'A link is on its way to team@kitchen.example. They can request more links themselves.',
    )
    const ask = async (email: string) => {
      const page = await other.request('GET', '/desk/sign-in')
      const form = { ...hiddenFields(await page.text()), email }
      const headers = { cookie: cookiesIn(page.headers) }
      const answer = await other.request('POST', '/desk/sign-in', { form, headers })
      return { status: answer.status, html: (await answer.text()).replaceAll(email, '@') }
    }
    const known = await ask('team@kitchen.example')
    expect(known.status).toBe(200)
    // The fourth request within 15 minutes sends no mail, and its answer is the same.
    for (let again = 0; again < 4; again++) {
      expect(await ask('team@kitchen.example')).toEqual(known)
      expect(await ask('nobody@kitchen.example')).toEqual(known)
    }
    const [jobs] = await server.deps.sql<{ count: number }[]>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = 'desk-mail'`
    expect(jobs?.count).toBe(1 + 3 + 3)
    const deps = { ...server.deps, mail }
    const run = async (payload: { email: string }) => {
      void (await deskMail(deps, payload, new AbortController().signal))
    }
    await run({ email: 'nobody@kitchen.example' })
    expect(sent).toEqual([])
    await run({ email: 'team@kitchen.example' })
    expect(sent.map(({ to }) => to)).toEqual(['team@kitchen.example'])
    const [, path = ''] = /(\/desk\/sign-in\/[\w-]+)/.exec(JSON.stringify(sent)) ?? []
    expect((await pressLink(server, path)).status).toBe(303)
  } finally {
    await other.stop()
  }
})

test('without a mail server the sign-in page says whom to ask', async () => {
  const page = await server.request('GET', '/desk/sign-in')
  const html = await page.text()
  expect(html).toContain('Ask its operator for a new one')
  expect(html).not.toContain('<form')
  const printed = await operator(['brand-link', 'kitchen'], 'team@kitchen.example')
  expect(printed).toContain('send it to team@kitchen.example yourself')
})

test('unknown brands and invalid mail addresses are refused', async () => {
  await expect(operator(['brand-link', 'nobody'])).rejects.toThrow('There is no brand nobody.')
  expect(() => operator(['brand-link'])).toThrow('Name the key of a brand.')
  expect(() => operator(['brand-link', 'kitchen'], 'no address')).toThrow('--mail: ')
})
