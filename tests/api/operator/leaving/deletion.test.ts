import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { devices, sessions } from '../../../../server/platform/db/schema.ts'
import { leavingMail } from '../../../../server/operator/leaving/deletion-mail.ts'
import { askToLeave, DELETION, leaverOf, passDays, purge } from '#support/server/leaving.ts'
import { LOGIN, redirectTarget, open, type LoginPage } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import {
  finishSignIn,
  connect,
  PASSWORD,
  signIn,
  signUp,
  type Person,
} from '#support/server/people.ts'
import { addPage } from '#support/server/page/public-pages.ts'
import { addLink, visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const status = async (person: Person) => (await person.send('GET', '/v1/users/me')).status
const signInPage = async ({ email }: Person): Promise<LoginPage> =>
  (await open(server, LOGIN)).submit({ email, password: PASSWORD })
const seen = async (person: Person) => (await person.get<{ result: object }>(DELETION)).result
const pageStatus = async (slug: string) => (await server.request('GET', `/p/${slug}`)).status

describe('the request to delete an account', () => {
  test('needs the password (R-457, A-022)', async ({ ana }) => {
    expect(await askToLeave(ana, { password: 'not the password' })).toEqual({
      status: 400,
      body: { errors: { password: ['This password is wrong. Check it and try again.'] } },
    })
    const none = await askToLeave(ana, { password: '' })
    expect(none.body.errors).toEqual({ password: ['Enter your password.'] })
    expect(await status(ana)).toBe(200)
    expect(await leaverOf(server, ana)).toBeUndefined()
  })

  test('cannot be used to guess passwords', async ({ ana }) => {
    for (let tries = 0; tries < 10; tries += 1) await askToLeave(ana, { password: `no ${tries}` })
    expect((await askToLeave(ana)).status).toBe(429)
  })

  test('signs out everywhere and ends push messages (R-457)', async ({ ana }) => {
    const phone = await signIn(server, ana)
    await phone.send('POST', '/v1/wp/', {
      browser: 'CHROME',
      endpoint: `https://push.example/${ana.uuid}`,
      keys: {
        p256dh:
          'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    })
    const { status: code, body } = await askToLeave(ana)
    expect(code).toBe(200)
    const days = (Date.parse(body.result?.deletion_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    expect([await status(ana), await status(phone)]).toEqual([401, 401])
    expect(await server.deps.db.$count(devices, eq(devices.userId, ana.uuid))).toBe(0)
    const live = await server.deps.db.select().from(sessions).where(eq(sessions.userId, ana.uuid))
    expect(live.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  })

  test('also ends unfinished sign-ins', async ({ ana }) => {
    const page = await signInPage(ana)
    const token = redirectTarget(page).searchParams.get('auth_token')
    await askToLeave(ana)
    expect((await connect(server, token, page.cookie)).token).toBeNull()
  })

  test('sends a mail with the date of the deletion', async ({ ana }) => {
    await askToLeave(ana)
    await expect.poll(() => mailsTo(server, ana.email).length, { timeout: 15_000 }).toBe(1)
    const [mail = ''] = mailsTo(server, ana.email)
    expect(mail).toContain('Subject: Your Split account will be deleted')
    expect(mail).toMatch(/On \w+ \d+, \d{4} we delete the account for good/)
    expect(mail).toContain('/multi-connect/login')
  })

  test('sends no mail after it was cancelled', async ({ ana }) => {
    void (await leavingMail(server.deps, { userId: ana.uuid }, new AbortController().signal))
    expect(mailsTo(server, ana.email)).toEqual([])
  })

  test('is preceded by a list of what would be deleted', async ({ ana, ben }) => {
    const page = await addPage(server, { userId: ana.uuid })
    await addLink(server, { userId: ana.uuid })
    expect(await seen(ana)).toMatchObject({
      email: ana.email,
      links: 1,
      slug: page.slug,
      available: 0,
      coming: 0,
      paypal_email: null,
    })
    expect(await seen(ben)).toMatchObject({ links: 0, slug: null })
  })
})

describe('in the 30 days before the deletion', () => {
  test('a sign-in asks whether to keep the account (R-457)', async ({ ana }) => {
    await askToLeave(ana)
    const question = await signInPage(ana)
    expect(question.status).toBe(200)
    expect(question.html).toContain('Keep your account?')
    expect(question.html).toMatch(/It will be deleted on[\s\S]* \w+ \d+, \d{4}/)
    expect(await leaverOf(server, ana)).toBeDefined()
    const back = await question.submit({})
    expect((await finishSignIn(server, back)).token).not.toBeNull()
    expect(await leaverOf(server, ana)).toBeUndefined()
    expect(await status(await signIn(server, ana))).toBe(200)
  })

  test('the answer works once, and only in the browser that was asked', async ({ ana }) => {
    await askToLeave(ana)
    const question = await signInPage(ana)
    const key = /name="key" value="([^"]+)"/.exec(question.html)?.[1] ?? ''
    const other = await open(server, LOGIN)
    const csrf = /name="csrf" value="([^"]+)"/.exec(other.html)?.[1] ?? ''
    const stolen = await server.request('POST', '/multi-connect/keep-account', {
      form: { key, csrf },
      headers: { cookie: other.cookie },
    })
    expect(stolen.status).toBe(400)
    expect(await leaverOf(server, ana)).toBeDefined()
    expect((await question.submit({})).status).toBe(303)
    expect((await question.submit({})).status).toBe(400)
  })

  test('links redirect and count clicks, and the page is closed', async ({ ana }) => {
    const link = await addLink(server, { userId: ana.uuid, url: 'https://shop.example/lamp' })
    const page = await addPage(server, { userId: ana.uuid })
    expect(await pageStatus(page.slug)).toBe(200)
    await askToLeave(ana)
    const expected = { status: 302, location: 'https://shop.example/lamp' }
    expect(await visit(server, `/s/${link.shortCode}`)).toMatchObject(expected)
    await expect.poll(() => pageStatus(page.slug)).toBe(410)
    expect(await (await server.request('GET', `/p/${page.slug}`)).text()).toContain(
      'The person who made it is deleting their account.',
    )
    await (await signInPage(ana)).submit({})
    await expect.poll(() => pageStatus(page.slug)).toBe(200)
  })

  test('the email address stays reserved', async ({ ana }) => {
    await askToLeave(ana)
    await expect(signUp(server, ana.email)).rejects.toThrow('already exists')
  })

  test('nothing is deleted', async ({ ana }) => {
    await askToLeave(ana)
    await purge(server)
    expect((await signInPage(ana)).html).toContain('Keep your account?')
  })
})

test('the account is locked at the end, and its address becomes free', async ({ ana }) => {
  await askToLeave(ana)
  const question = await signInPage(ana)
  await passDays(server, ana)
  await purge(server)
  expect((await question.submit({})).status).toBe(400)
  expect((await signInPage(ana)).html).toContain('don&#39;t match')
  expect((await signUp(server, ana.email)).uuid).not.toBe(ana.uuid)
})
