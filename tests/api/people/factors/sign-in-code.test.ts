import { describe, expect, test, vi } from 'vitest'
import type { Factors } from '#contract/people/factors.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'
import {
  addAuthenticator,
  enterPassword,
  FACTORS,
  fakeDatesPerTest,
  resultOf,
  STEP_MS,
  tokenOf,
} from '#support/server/factors.ts'
import { askToLeave } from '#support/server/leaving.ts'
import { hiddenFields, LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { PASSWORD, sessionOn } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'

const CODE = '/multi-connect/code'

const server = await startTestServer()
const ana = newCreatorPerTest(server)
fakeDatesPerTest()

describe('signing in with an authenticator app', () => {
  test('asks for a code after the password, and gives no token before', async () => {
    const app = await addAuthenticator(ana)
    const page = await enterPassword(server, ana)
    expect(page.status).toBe(200)
    expect(page.headers.get('location')).toBeNull()
    expect(page.cookie).not.toContain('split_device')
    expectParts(page.html, 'Enter your code', 'autocomplete="one-time-code"')
    const token = await tokenOf(server, await page.submit({ code: app.nextCode() }))
    const { results } = await sessionOn(server, token ?? '').get<{ results: unknown[] }>(
      '/v2/my/sessions/',
    )
    expect(results).toHaveLength(2)
  })

  test('accepts a code with spaces and a recovery code once', async () => {
    const app = await addAuthenticator(ana)
    const spaced = app.nextCode().replace(/(...)/, '$1 ')
    const page = await enterPassword(server, ana)
    expect(await tokenOf(server, await page.submit({ code: spaced }))).not.toBeNull()
    const [code = ''] = app.recoveryCodes
    const first = await (await enterPassword(server, ana)).submit({ code })
    expect(await tokenOf(server, first)).not.toBeNull()
    const again = await (await enterPassword(server, ana)).submit({ code })
    expect(again.status).toBe(400)
    expectParts(again.html, 'This code is wrong or was used before')
    const left = await resultOf<Factors>(await ana.send('GET', FACTORS))
    expect(left.recovery_codes_left).toBe(9)
  })

  test('accepts clocks that differ by one step, but not by two', async () => {
    const app = await addAuthenticator(ana)
    vi.setSystemTime(Date.now() + 10 * STEP_MS)
    const statuses: [number, number][] = []
    for (const step of [-2, 2, -1, 0, 1])
      statuses.push([
        step,
        (await (await enterPassword(server, ana)).submit({ code: app.code(step) })).status,
      ])
    expect(statuses).toEqual([
      [-2, 400],
      [2, 400],
      [-1, 303],
      [0, 303],
      [1, 303],
    ])
  })

  test('refuses a code that was used before, also on another server at the same time', async () => {
    const other = await createTestServer({ sharedServer: server })
    const app = await addAuthenticator(ana)
    const pages = [
      await enterPassword(server, ana),
      await enterPassword(other, ana),
      await enterPassword(server, ana),
    ]
    const code = app.nextCode()
    const both = await Promise.all(pages.slice(0, 2).map((page) => page.submit({ code })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 400]))
    expect((await pages[2]?.submit({ code }))?.status).toBe(400)
    await other.stop()
  })

  test('pauses after five wrong codes, on all servers and for the right code too', async () => {
    const other = await createTestServer({ sharedServer: server })
    const app = await addAuthenticator(ana)
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      const page = await enterPassword(nth % 2 === 0 ? server : other, ana)
      statuses.push((await page.submit({ code: 'ABCDE-FGHJK' })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const right = await (await enterPassword(server, ana)).submit({ code: app.nextCode() })
    expect(right.status).toBe(429)
    expectParts(right.html, 'Too many attempts')
    await other.stop()
  })

  test('accepts a code only in the browser that entered the password', async () => {
    const app = await addAuthenticator(ana)
    const { html } = await enterPassword(server, ana)
    const { key = '' } = hiddenFields(html)
    const stranger = await open(server, LOGIN)
    const { csrf = '' } = hiddenFields(stranger.html)
    const answer = await server.request('POST', CODE, {
      form: { key, csrf, code: app.nextCode() },
      headers: { cookie: stranger.cookie },
    })
    expect(answer.status).toBe(400)
    expectParts(await answer.text(), 'Sign in again')
  })

  test('needs the password again after a new password was set', async () => {
    const app = await addAuthenticator(ana)
    const page = await enterPassword(server, ana)
    await ana.send('PUT', '/v1/users/me/password/', {
      password: PASSWORD,
      new_password: 'other unlike words here',
    })
    const answer = await page.submit({ code: app.nextCode() })
    expectParts(answer.html, 'Sign in again')
  })

  test('asks a user who is leaving for a code before the account can be kept', async () => {
    const app = await addAuthenticator(ana)
    await askToLeave(ana)
    const page = await enterPassword(server, ana)
    expectParts(page.html, 'Enter your code')
    const keep = await page.submit({ code: app.nextCode() })
    expectParts(keep.html, 'Keep your account?', ana.email)
    expect(await tokenOf(server, await keep.submit({}))).not.toBeNull()
  })

  test('says what is missing for an empty code, without counting it', async () => {
    await addAuthenticator(ana)
    const page = await enterPassword(server, ana)
    for (let nth = 0; nth < 7; nth += 1) {
      const answer = await page.submit({ code: ' ' })
      expect(answer.status).toBe(400)
      expectParts(answer.html, 'Enter the code from your authenticator app.')
    }
  })
})
