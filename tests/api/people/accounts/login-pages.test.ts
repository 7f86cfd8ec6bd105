import { describe, expect, test } from 'vitest'
import {
  authToken,
  FORGOT,
  hiddenFields,
  redirectTarget,
  LOGIN,
  open,
  SIGN_UP,
} from '#support/server/hosts/login-pages.ts'
import { newEmail, PASSWORD } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'

const { server, ana } = await startWithCreator()

const APP = 'http://localhost:8080'
const nothing = () => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const signInTo = async (success: string, rest = '') => {
  const page = await open(server, `${LOGIN}?success=${encodeURIComponent(success)}${rest}`)
  return redirectTarget(await page.submit({ email: ana.email, password: ana.password }))
}

describe('the way back (D-07, A-001)', () => {
  test('leads to the requested page, with its query and hash', async () => {
    const url = await signInTo(`${APP}/rank?a=1&b=%20x+y&c#onboarding_connected_ig`)
    expect(url.origin + url.pathname).toBe(`${APP}/rank`)
    expect(url.search).toMatch(/^\?a=1&b=%20x\+y&c&auth_token=[\w-]{43}$/)
    expect(url.hash).toBe('#onboarding_connected_ig')
  })

  test('replaces a one-time token in the address', async () => {
    const url = await signInTo(`${APP}/?auth_token=old&auth%5Ftoken=older&x=1`)
    expect(url.searchParams.getAll('auth_token')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(url.searchParams.get('x')).toBe('1')
  })

  test('keeps a brand referral and a referral code across pages (D-61)', async () => {
    const url = await signInTo(`${APP}/links`, '&org_ref=8f14e45f&ref=mia')
    expect(url.searchParams.get('org_ref')).toBe('8f14e45f')
    expect(url.searchParams.get('ref')).toBe('mia')
    const page = await open(server, `${LOGIN}?success=${encodeURIComponent(`${APP}/rank`)}&ref=mia`)
    const toSignUp = /href="(\/multi-connect\/signup[^"]*)"/.exec(page.html)?.[1] ?? ''
    const signedUp = await open(server, toSignUp.replaceAll('&amp;', '&'))
    const done = await signedUp.submit({ email: newEmail(), password: PASSWORD })
    expect(redirectTarget(done).pathname).toBe('/rank')
    expect(redirectTarget(done).searchParams.get('ref')).toBe('mia')
  })

  const OTHER_ADDRESSES = [
    ['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example'],
    ['https:evil.example', `${APP}@evil.example/`, `${APP}.evil.example/`, 'http://['],
    ['http://user:secret@localhost:8080/', 'http://localhost:9090/', 'https://localhost:8080/'],
    ['javascript:alert(1)', 'data:text/html,x', 'java\nscript:alert(1)', '\thttps://evil.example'],
    ['blob:http://localhost:8080/x', `${APP}/s/lamp`, '/s/lamp', '/x/../s/lamp'],
    ['/multi-connect/login', 'x'.repeat(5000)],
  ]
  test.each(OTHER_ADDRESSES.flat())('%j leads to the root of the app', async (success) => {
    const url = await signInTo(success)
    expect(url.origin + url.pathname).toBe(`${APP}/`)
    expect(url.username + url.hash).toBe('')
    expect([...url.searchParams.keys()]).toEqual(['auth_token'])
  })
})

const typed = () => ({ email: ana.email, password: ana.password })

describe('forms of other sites', () => {
  test('are refused without our cookie, and the email is kept', async () => {
    const { html } = await open(server, LOGIN)
    const form = { ...hiddenFields(html), ...typed() }
    const answer = await server.request('POST', LOGIN, { form })
    expect(answer.status).toBe(403)
    expectParts(await answer.text(), 'This page was open for too long', `value="${ana.email}"`)
  })

  const FORGED = ['made-up', 'made-up.signature', 'a.b.c', '']
  test.each(FORGED)('are refused with the forged cookie %j', async (csrf) => {
    const form = { ...typed(), csrf }
    const headers = { cookie: `split_form=${csrf}` }
    expect((await server.request('POST', LOGIN, { form, headers })).status).toBe(403)
  })

  test('are refused with the token of another user', async () => {
    const page = await open(server, LOGIN)
    const other = hiddenFields((await open(server, LOGIN)).html)['csrf'] ?? ''
    expect((await page.submit({ ...typed(), csrf: other })).status).toBe(403)
  })

  test.each([
    ['application/json', '{"email":"x"}'],
    ['multipart/form-data; boundary=x', 'no parts at all'],
    ['multipart/form-data', '--'],
    ['text/plain', 'email=a'],
  ])('are refused with the content type %s', async (type, body) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body }
    expect((await server.app.request(LOGIN, init)).status).toBe(403)
  })

  test('are read up to a megabyte', async () => {
    const form = { email: 'x'.repeat(1024 * 1024) }
    expect((await server.request('POST', LOGIN, { form })).status).toBe(413)
  })

  test('a page that was opened twice works in both tabs', async () => {
    const first = await open(server, LOGIN)
    const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const again = await server.request('GET', LOGIN, { headers: { cookie } })
    expect(again.headers.getSetCookie()).toEqual([])
    expect(hiddenFields(await again.text())['csrf']).toBe(hiddenFields(first.html)['csrf'])
    expect((await first.submit(typed())).status).toBe(303)
  })

  test('on https the cookie is limited to this host', async () => {
    const appOrigin = 'https://app.example'
    const secure = await createTestServer({ appOrigin, sharedServer: server })
    const page = await open(secure, LOGIN)
    const expected = /^__Host-split_form=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    expect(page.headers.getSetCookie()[0]).toMatch(expected)
    expect(redirectTarget(await page.submit(typed())).origin).toBe(appOrigin)
    await secure.stop()
  })
})

const problems = (html: string) => /<div[^>]*id="problems"[^]*?<\/div>/.exec(html)?.[0]

describe('the pages', () => {
  const PAGES = [LOGIN, SIGN_UP, FORGOT, '/multi-connect/set-password?key=x']
  test.each(PAGES)('%s has no inline code, no cache and no referrer', async (path) => {
    const { html, headers } = await open(server, path)
    expect(html).toMatch(/^<!doctype html><html lang="en">/i)
    expect(html).not.toMatch(/<[^>]* style=|<style|<[^>]* on\w+=/)
    expect(html).not.toMatch(/<script(?![^>]* src="\/multi-connect\/assets\/)/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    for (const [, asset = ''] of html.matchAll(
      /(?:href|src)="(\/multi-connect\/assets\/[^"]+)"/g,
    )) {
      const answer = await server.request('GET', asset)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(await answer.text()).not.toMatch(/light-dark\(|\(--desk\)/)
    }
  })

  test('fields have labels and autocomplete values', async () => {
    const signIn = await open(server, LOGIN)
    expect(signIn.html).toContain('<label for="email">Email</label>')
    expect(signIn.html).toContain('<label for="password">Password</label>')
    expect(signIn.html).toMatch(/<input id="email"[^>]*type="email"[^>]*autocomplete="username"/)
    expect(signIn.html).toMatch(/<input id="password"[^>]*autocomplete="current-password"/)
    const signUp = await open(server, SIGN_UP)
    expect(signUp.html).toMatch(/<input id="password"[^>]*autocomplete="new-password"/)
    expect(signUp.html).toMatch(/<p class="about" id="password-about">At least 8 characters/)
  })

  test('the show/hide toggle is present and waits for its script (R-104)', async () => {
    const { html } = await open(server, LOGIN)
    expect(html).toMatch(/<button[^>]*aria-label="Show password"[^>]* hidden/)
  })

  test('a wrong password and an unknown email get the same answer (R-105)', async () => {
    const wrong = { password: 'not the right one' }
    const known = await (await open(server, LOGIN)).submit({ ...wrong, email: ana.email })
    const unknown = await (await open(server, LOGIN)).submit({ ...wrong, email: newEmail() })
    expect([known.status, unknown.status]).toEqual([400, 400])
    expect(problems(known.html)).toContain('role="alert"')
    expect(problems(known.html)).toBe(problems(unknown.html))
    expect(known.html).toContain('<title>Error: Sign in · Split</title>')
  })

  test('each sign-in returns a new token', async () => {
    const tokens = await Promise.all(
      [1, 2].map(async () => authToken(await (await open(server, LOGIN)).submit(ana as never))),
    )
    expect(new Set(tokens).size).toBe(2)
  })

  test('without the database there is an error page without details', async () => {
    const broken = await createTestServer({ log: SILENT })
    await broken.deps.sql.end()
    const page = await open(broken, '/multi-connect/set-password?key=x')
    expect(page.status).toBe(503)
    expect(page.html).toContain('There is a problem on our server. Try again in a moment.')
    expect(page.html).not.toMatch(/postgres|select|CONNECTION|stack/i)
    await broken.stop()
  })
})
