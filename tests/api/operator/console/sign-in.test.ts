import { describe, expect, test, vi } from 'vitest'
import { delays } from '../../../../server/people/accounts/sign-in-tries.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { hiddenFields, open } from '#support/server/hosts/login-pages.ts'
import {
  acceptInvitation,
  enterConsole,
  inviteMember,
  runStaff,
  STAFF_PASSWORD,
  type Member,
} from '#support/server/staff/staff.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const SIGN_IN = '/console/sign-in'
const ENDED = 'This invitation no longer works'

fakeDatesPerTest()

const signIn = async (typed: Record<'email' | 'password' | 'code', string>) =>
  (await open(server, SIGN_IN)).submit(typed)
const signInAs = ({ email }: Member, code: string, password = STAFF_PASSWORD) =>
  signIn({ email, password, code })
const clearLimits = () => server.deps.sql`delete from throttle`

test('without staff, the console answers like an unknown path', async () => {
  const fresh = await createTestServer()
  try {
    for (const path of ['/console', SIGN_IN, '/console/account', '/console/assets/x.css']) {
      for (const method of ['GET', 'POST']) {
        const found = await fresh.request(method, path)
        const unknown = await fresh.request(method, '/desk-x/unknown.css')
        expect({ path, status: found.status }).toEqual({ path, status: 404 })
        expect(await found.text()).toBe(await unknown.text())
        const headers = [...found.headers.keys()]
        expect(headers).toEqual([...unknown.headers.keys()])
        expect(found.headers.get('x-robots-tag')).toBeNull()
      }
    }
    await inviteMember(fresh, 'ben@staff.example', 'owner')
    expect((await fresh.request('GET', SIGN_IN)).status).toBe(200)
  } finally {
    await fresh.stop()
  }
})

describe('an invitation', () => {
  test('sets name, password and authenticator app once, and signs in', async () => {
    const path = await inviteMember(server, 'new@staff.example', 'support')
    const page = await open(server, path)
    const shown = hiddenFields(page.html)
    // Opening the link changes nothing, and each opening shows another secret.
    expect(hiddenFields((await open(server, path)).html)['secret']).not.toBe(shown['secret'])
    expectParts(page.html, 'new@staff.example', 'role="img"', 'Set up access')
    const member = await acceptInvitation(server, path, 'new@staff.example')
    expect(member.recoveryCodes).toHaveLength(10)
    expectParts((await member.get('/console/account')).html, 'Ben Sample, support')
    const again = await open(server, path)
    expect(again.status).toBe(410)
    expect(again.html).toContain(ENDED)
    const late = await page.submit({ name: 'X', password: STAFF_PASSWORD, code: '000000' })
    expect(late.status).toBe(410)
  })

  test('names a wrong field and stays valid', async () => {
    const path = await inviteMember(server, 'slow@staff.example', 'viewer')
    const page = await open(server, path)
    const right = { name: 'Slow', password: STAFF_PASSWORD, code: '000000' }
    const tries: [Record<string, string>, string][] = [
      [{ ...right, name: '' }, 'Enter your name'],
      [{ ...right, password: 'short' }, 'Use at least 8 characters'],
      [right, 'This code is wrong'],
    ]
    for (const [typed, text] of tries) {
      const answer = await page.submit(typed)
      expect(answer.status).toBe(400)
      expect(answer.html).toContain(text)
      // The app was set up with this secret, so it stays.
      expect(hiddenFields(answer.html)['secret']).toBe(hiddenFields(page.html)['secret'])
      expect(answer.html).not.toContain(STAFF_PASSWORD)
    }
    await acceptInvitation(server, path, 'slow@staff.example')
  })

  test('ends after seven days, or when another one is sent', async () => {
    const first = await inviteMember(server, 'late@staff.example', 'viewer')
    const second = await inviteMember(server, 'late@staff.example', 'finance')
    expect((await open(server, first)).status).toBe(410)
    expect((await open(server, second)).status).toBe(200)
    await server.deps.sql`update staff_invitations set expires_at = expires_at - interval '7 days'`
    expect((await open(server, second)).status).toBe(410)
    await server.deps.sql`update staff_invitations set expires_at = expires_at + interval '7 days'`
    const { html } = await (
      await acceptInvitation(server, second, 'late@staff.example')
    ).get('/console/account')
    expect(html).toContain('late@staff.example, finance')
  })

  test('is refused from another site and without its form token', async () => {
    const path = await inviteMember(server, 'forged@staff.example', 'owner')
    const page = await open(server, path)
    const typed = { name: 'X', password: STAFF_PASSWORD, code: '000000' }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { cookie: '' }])
      expect((await page.submit(typed, headers as Record<string, string>)).status).toBe(403)
  })

  test('of a known member replaces password, app and sessions only when it is accepted', async () => {
    const before = await enterConsole(server, 'viewer', 'phone@staff.example')
    const path = await inviteMember(server, before.email, 'viewer')
    expect((await before.get('/console/account')).status).toBe(200)
    const after = await acceptInvitation(server, path, before.email)
    expect((await before.get('/console/account')).status).toBe(303)
    expect((await signInAs(before, before.nextCode())).status).toBe(400)
    expect((await signInAs(after, after.nextCode())).status).toBe(303)
    const [oldCode = ''] = before.recoveryCodes
    expect((await signInAs(before, oldCode)).status).toBe(400)
    await clearLimits()
  })

  test('is mailed if the server sends mail, and no link is printed', async () => {
    const printed = await runStaff(server, ['invite', 'mail@staff.example'], {
      role: 'viewer',
      smtpUrl: 'smtp://localhost:1',
    })
    expect(printed).toBe('An invitation is on its way to mail@staff.example.')
    const jobs = await server.deps.sql<{ task: string }[]>`
      select task_identifier as task from graphile_worker.jobs
      where task_identifier = 'staff-mail'`
    expect(jobs).toHaveLength(1)
  })
})

describe('signing in', () => {
  test('needs email, password and a code, which works once', async () => {
    const ben = await enterConsole(server, 'owner', 'ben@staff.example')
    const code = ben.nextCode()
    const wrong = await signInAs(ben, code, 'wrong password here')
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('Email or password is wrong')
    const nobody = await signIn({
      email: 'no@staff.example',
      password: STAFF_PASSWORD,
      code,
    })
    expect(nobody.html).toContain('Email or password is wrong')
    expect((await signInAs(ben, '')).html).toContain('Enter the code from your authenticator app')
    const entered = await signInAs(ben, code)
    expect(entered.status).toBe(303)
    expect(entered.headers.get('location')).toBe('/console')
    const [cookie] = entered.headers.getSetCookie().filter((line) => line.startsWith('console='))
    expect(cookie).toMatch(/; Max-Age=43200; Path=\/console; HttpOnly; SameSite=Strict$/)
    expect((await signInAs(ben, code)).html).toContain('This code is wrong or was used before')
    const [recovery = ''] = ben.recoveryCodes
    expect((await signInAs(ben, recovery.toLowerCase())).status).toBe(303)
    expect((await signInAs(ben, recovery)).status).toBe(400)
    expectParts((await ben.get('/console/account')).html, '9 recovery codes are left')
    await clearLimits()
  })

  test('sets a Secure cookie if the app uses https', async () => {
    const secure = await createTestServer({
      sharedServer: server,
      appOrigin: 'https://app.example.com',
    })
    try {
      const ben = await enterConsole(server, 'owner', 'secure@staff.example')
      const page = await open(secure, SIGN_IN)
      const { email } = ben
      const entered = await page.submit({ email, password: STAFF_PASSWORD, code: ben.nextCode() })
      expect(entered.headers.getSetCookie().join()).toMatch(/console=.*; Secure; SameSite=Strict/)
    } finally {
      await secure.stop()
    }
  })

  test('pauses after five wrong codes, and slows down guesses of a password', async () => {
    const ben = await enterConsole(server, 'owner', 'paused@staff.example')
    for (let tries = 0; tries < 5; tries += 1)
      expect((await signInAs(ben, '000000')).status).toBe(400)
    const paused = await signInAs(ben, ben.nextCode())
    expect(paused.status).toBe(429)
    expect(paused.html).toContain('Too many attempts')
    await clearLimits()
    const waits: number[] = []
    const taken = vi.spyOn(delays, 'take').mockImplementation((ms) => {
      waits.push(ms)
      return Promise.resolve()
    })
    await server.deps.sql`delete from throttle`
    const wrong = () => signInAs(ben, '000000', 'wrong password here')
    await wrong()
    await server.deps.sql`update throttle set count = 25 where key like 'signInByAccount:%'`
    await wrong()
    expect(waits.at(-1)).toBeGreaterThan(0)
    await server.deps.sql`update throttle set count = 10 where key like 'signInFromAddress:%'`
    expect((await wrong()).status).toBe(429)
    taken.mockRestore()
    await clearLimits()
  })

  test('lasts twelve hours, and expired sessions are deleted', async () => {
    const ben = await enterConsole(server, 'owner', 'long@staff.example')
    const { sql } = server.deps
    const age = (hours: number) =>
      sql`update staff_sessions set expires_at = expires_at - make_interval(hours => ${hours})`
    await age(11)
    expect((await ben.get('/console/account')).status).toBe(200)
    await age(1)
    expect((await ben.get('/console/account')).headers.get('location')).toBe(SIGN_IN)
    await deleteExpired(server.deps.db)
    expect(await sql`select 1 from staff_sessions`).toHaveLength(0)
  })
})

describe('a session', () => {
  test('ends with a sign-out, here or everywhere', async () => {
    const one = await enterConsole(server, 'owner', 'out@staff.example')
    const entered = await signInAs(one, one.nextCode())
    const two = entered.cookie
    const other = await enterConsole(server, 'owner', 'other@staff.example')
    const out = await one.post('/console/sign-out')
    expect(out.headers.get('location')).toBe('/console/sign-in?out')
    expect(out.headers.getSetCookie().join()).toMatch(/^console=; Max-Age=0; Path=\/console/)
    expect((await one.get('/console/account')).status).toBe(303)
    const visit = () => server.request('GET', '/console/account', { headers: { cookie: two } })
    expect((await visit()).status).toBe(200)
    const html = await (await visit()).text()
    const form = { csrf: hiddenFields(html)['csrf'] ?? '' }
    await server.request('POST', '/console/sign-out/everywhere', {
      form,
      headers: { cookie: two },
    })
    expect((await visit()).status).toBe(303)
    expect((await other.get('/console/account')).status).toBe(200)
  })

  test('follows a changed role at once, and ends when the member is removed', async () => {
    const ben = await enterConsole(server, 'owner', 'moved@staff.example')
    expect(await runStaff(server, ['role', ben.email], { role: 'viewer' })).toContain('is viewer')
    expect((await ben.get('/console/account')).html).toContain('Ben Sample, viewer')
    expect(await runStaff(server, ['list'])).toMatch(/viewer\s+moved@staff\.example\s+Ben Sample/)
    await runStaff(server, ['remove', ben.email])
    expect((await ben.get('/console/account')).status).toBe(303)
    expect((await signInAs(ben, ben.nextCode())).html).toContain('Email or password is wrong')
    await expect(runStaff(server, ['remove', ben.email])).rejects.toThrow('no staff account')
    await expect(runStaff(server, ['role', ben.email], { role: 'king' })).rejects.toThrow('--role')
  })

  test('cannot be used by forms of other sites, and its pages are private', async () => {
    const ben = await enterConsole(server, 'owner', 'safe@staff.example')
    const page = await ben.get('/console/account')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect((await ben.post('/console/sign-out', { csrf: 'guessed' })).status).toBe(403)
    const { csrf = '' } = hiddenFields(page.html)
    const headers = { cookie: ben.cookie, 'sec-fetch-site': 'cross-site' }
    const foreign = await server.request('POST', '/console/sign-out', { form: { csrf }, headers })
    expect(foreign.status).toBe(403)
    expect((await ben.get('/console/account')).status).toBe(200)
  })
})
