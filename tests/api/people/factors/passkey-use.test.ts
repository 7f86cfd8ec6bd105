import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'
import {
  addAuthenticator,
  enterPassword,
  fakeDatesPerTest,
  PROOF,
} from '#support/server/factors.ts'
import { hiddenFields, LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { askToLeave } from '#support/server/leaving.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { createPasskeyDevice } from '#support/server/passkey-device.ts'
import {
  addPasskey,
  openPasskeySignIn,
  PASSKEY_PROOF,
  prove,
  signInByPasskey,
  startProving,
} from '#support/server/passkeys.ts'
import { PASSWORD, sessionOn, signUp } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { oneTimeKeys, throttle } from '../../../../server/platform/db/schema.ts'

const server = await startTestServer({ jobs: true })
const ana = newCreatorPerTest(server)
fakeDatesPerTest()
beforeEach(async () => {
  await server.deps.db.delete(throttle)
})

const MINUTE_MS = 60_000
const newPassword = (password?: string) =>
  ana.send('PUT', '/v1/users/me/password/', { password, new_password: 'other unlike words here' })

describe('signing in with a passkey', () => {
  test('counts as password and code', async () => {
    await addAuthenticator(ana)
    const { device } = await addPasskey(ana)
    const token = await signInByPasskey(server, device)
    const session = sessionOn(server, token ?? '')
    expect(await session.get('/v1/users/me')).toMatchObject({ uuid: ana.uuid })
  })

  test('is offered on the sign-in page and after the password, with the library', async () => {
    await addPasskey(ana)
    for (const { html } of [await open(server, LOGIN), await enterPassword(server, ana)]) {
      expectParts(html, 'Use a passkey', 'data-passkey="')
      const [, path = ''] = /data-passkey="([^"]+)"/.exec(html) ?? []
      const library = await server.request('GET', path)
      expect(await library.text()).toContain('startAuthentication')
    }
  })

  test('is refused for another origin or host, without a check of the person, and for a forged one', async () => {
    const { device } = await addPasskey(ana)
    for (const how of [
      { origin: 'http://localhost:8081' },
      { origin: 'https://localhost.example' },
      { rpId: 'split.example' },
      { userVerified: false },
      { forged: true },
      { userHandle: Buffer.from((await signUp(server)).uuid).toString('base64url') },
    ]) {
      const { options, submit } = await openPasskeySignIn(server)
      const refused = await submit(device.get(options, how))
      expect([how, refused.status]).toEqual([how, 400])
      expect(refused.headers.get('location')).toBeNull()
      expectParts(await refused.text(), 'This passkey was not accepted.')
    }
  })

  test('accepts a challenge once, in the browser that asked for it, on all servers', async () => {
    const other = await createTestServer({ sharedServer: server })
    const { device } = await addPasskey(ana)
    const here = await openPasskeySignIn(server)
    const there = await openPasskeySignIn(server)
    expect((await there.submit(device.get(here.options))).status).toBe(400)
    const answer = device.get(here.options)
    const both = await Promise.all([here.submit(answer), here.submit(answer, other)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 400]))
    expect((await here.submit(answer)).status).toBe(400)
    await other.stop()
  })

  test('accepts a challenge for five minutes', async () => {
    const { device } = await addPasskey(ana)
    const { options, submit } = await openPasskeySignIn(server)
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    const late = await submit(device.get(options))
    expect(late.status).toBe(400)
    expectParts(await late.text(), 'This took too long')
  })

  test('does not accept a challenge for another use', async () => {
    const { device } = await addPasskey(ana)
    const { submit } = await openPasskeySignIn(server)
    expect((await submit(device.get(await startProving(ana)))).status).toBe(400)
    const { options } = await openPasskeySignIn(server)
    const answer = device.get(options)
    expect((await ana.send('POST', PASSKEY_PROOF, { answer })).status).toBe(400)
  })

  test('is refused for an unknown passkey and for invalid texts', async () => {
    const { options, submit } = await openPasskeySignIn(server)
    const unknown = createPasskeyDevice().get(options, { userHandle: 'AAAA' })
    for (const answer of [unknown, '', '{}', '[]', 'null', '{"id":', 'x'.repeat(5000)])
      expect((await submit(answer)).status).toBe(400)
    const noCookie = await server.request('POST', '/multi-connect/passkey/options')
    expect(noCookie.status).toBe(400)
  })

  test('pauses after thirty wrong tries from an address', async () => {
    const { device } = await addPasskey(ana)
    const page = await openPasskeySignIn(server)
    const statuses = []
    for (let nth = 0; nth < 31; nth += 1) statuses.push((await page.submit('{}')).status)
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429])
    expect((await page.submit(device.get(page.options))).status).toBe(429)
  })

  test('asks a user who is leaving before the account is kept', async () => {
    const { device } = await addPasskey(ana)
    await askToLeave(ana)
    const { options, submit } = await openPasskeySignIn(server)
    expectParts(await (await submit(device.get(options))).text(), 'Keep your account?', ana.email)
  })

  test('needs a form of ours', async () => {
    const { device } = await addPasskey(ana)
    const { options, cookie } = await openPasskeySignIn(server)
    const passkey = JSON.stringify(device.get(options))
    const form = { ...hiddenFields(''), passkey }
    const headers = { cookie }
    const sent = await server.request('POST', '/multi-connect/passkey', { form, headers })
    expect(sent.status).toBe(403)
  })
})

describe('confirming with a passkey', () => {
  test('replaces the password and the code for five minutes', async () => {
    const { device } = await addPasskey(ana)
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    expect((await newPassword(PASSWORD)).status).toBe(428)
    const { until, instead_of_password } = await prove(ana, device)
    expect(Date.parse(until)).toBe(Date.now() + 5 * MINUTE_MS)
    expect((await newPassword('passkey:wrong')).status).toBe(400)
    expect((await newPassword()).status).toBe(400)
    expect((await newPassword(instead_of_password)).status).toBe(204)
  })

  test('ends after five minutes', async () => {
    const { device } = await addPasskey(ana)
    const { instead_of_password } = await prove(ana, device)
    const { db } = server.deps
    const own = eq(oneTimeKeys.userId, ana.uuid)
    await db
      .update(oneTimeKeys)
      .set({ expiresAt: new Date(0) })
      .where(own)
    expect((await newPassword(instead_of_password)).status).toBe(400)
  })

  test('counts only in its own session and for its own user', async () => {
    const { device } = await addPasskey(ana)
    const ben = await signUp(server)
    const { device: key } = await addPasskey(ben)
    const { instead_of_password } = await prove(ben, key)
    expect((await newPassword(instead_of_password)).status).toBe(400)
    const elsewhere = sessionOn(server, (await signInByPasskey(server, device)) ?? '')
    const own = await prove(elsewhere, device)
    expect((await newPassword(own.instead_of_password)).status).toBe(400)
    const answer = key.get(await startProving(ana))
    expect((await ana.send('POST', PASSKEY_PROOF, { answer })).status).toBe(400)
  })

  test('pauses after five wrong tries, together with codes', async () => {
    const { device } = await addPasskey(ana)
    const statuses = []
    for (let nth = 0; nth < 3; nth += 1) {
      const answer = device.get(await startProving(ana), { forged: true })
      statuses.push((await ana.send('POST', PASSKEY_PROOF, { answer })).status)
      statuses.push((await ana.send('POST', PROOF, { code: 'AAAAA' })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const answer = device.get(await startProving(ana))
    expect((await ana.send('POST', PASSKEY_PROOF, { answer })).status).toBe(429)
  })
})

describe('a device that counts its signatures', () => {
  test('is refused if its counter decreased, and its owner is notified', async () => {
    const { device } = await addPasskey(ana, createPasskeyDevice({ counts: true }))
    for (let nth = 0; nth < 2; nth += 1)
      expect(await signInByPasskey(server, device)).not.toBeNull()
    for (const counter of [3, 2, 0]) {
      const { options, submit } = await openPasskeySignIn(server)
      expect((await submit(device.get(options, { counter }))).status).toBe(400)
    }
    const mails = (await waitForMails(server, ana.email, 4)).join('\n')
    expectParts(mails, 'Subject: We refused a passkey for your Split account')
    expect(await signInByPasskey(server, device)).not.toBeNull()
  })

  test('does not warn the owner because of a forged signature', async () => {
    const { device } = await addPasskey(ana, createPasskeyDevice({ counts: true }))
    const { options, submit } = await openPasskeySignIn(server)
    expect((await submit(device.get(options, { counter: 0, forged: true }))).status).toBe(400)
    await addPasskey(ana)
    const mails = (await waitForMails(server, ana.email, 2)).join('\n')
    expect(mails).not.toContain('We refused a passkey')
  })
})
