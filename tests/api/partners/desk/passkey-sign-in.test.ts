import { describe, expect, test, vi } from 'vitest'
import type { PersonKey } from '../../../../server/partners/desk/sign-in-links.ts'
import { expectParts } from '#support/expect-parts.ts'
import { cookiesIn, linkFor } from '#support/server/desk.ts'
import {
  addPasskeyHolder,
  enterCode,
  ACCESS,
  addDeskPasskey,
  addProtectedPerson,
  deskSessionOf,
  forgetDeskProof,
  openSecondStep,
  PASSKEYS,
  signInByLink,
} from '#support/server/desk-factors.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { hiddenFields, idIn, open } from '#support/server/hosts/login-pages.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { createPasskeyDevice, type PasskeyDevice } from '#support/server/passkey-device.ts'
import { addPasskey, openPasskeySignIn } from '#support/server/passkeys.ts'
import { signUp } from '#support/server/people.ts'
import { addStaffPasskey } from '#support/server/staff/passkeys.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const { sql } = server.deps
fakeDatesPerTest()
forgetAttemptsPerTest(server)

const REFUSED = 'This passkey was not accepted.'
const AGAIN = 'This took too long or was sent twice.'
const MINUTE_MS = 60_000
const policyOf = (answer: { headers: Headers }) =>
  answer.headers.get('content-security-policy') ?? ''
const linkOf = ({ person }: { person: PersonKey }) => linkFor(server, person)
const addHolder = (device?: PasskeyDevice) => addPasskeyHolder(server, device)

async function expectRefused(answer: Response, text = REFUSED) {
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(text)
  expect(cookiesIn(answer.headers)).not.toContain('desk=')
}

describe('signing in to the desk with a passkey', () => {
  test('completes the link, which alone is not enough', async () => {
    const ana = await addHolder()
    const link = await linkOf(ana)
    const asked = await (await open(server, link)).submit({})
    expectParts(asked.html, 'Use your passkey', 'data-passkey', 'recovery codes')
    expect(cookiesIn(asked.headers)).not.toContain('desk=')
    const entered = await signInByLink(server, link, ana.device)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/desk/partners'])
    const session = deskSessionOf(server, entered)
    expect((await session.get(ACCESS)).html).not.toContain('not used yet')
    // The sign-in also confirms what follows. The link is used up.
    expect((await session.post(`${PASSKEYS}/new`)).status).toBe(200)
    expect((await server.request('GET', link)).status).toBe(410)
  })

  test('replaces the code of an app, and the app and recovery codes still work', async () => {
    const ana = await addProtectedPerson(server)
    const { device, recoveryCodes } = await addDeskPasskey(ana.desk)
    expect(recoveryCodes).toEqual([])
    expectParts((await (await open(server, await linkOf(ana))).submit({})).html, 'or use a passkey')
    expect((await signInByLink(server, await linkOf(ana), device)).status).toBe(303)
    expect((await enterCode(server, await linkOf(ana), ana.nextCode())).status).toBe(303)
    expect((await enterCode(server, await linkOf(ana), ana.recoveryCodes[0] ?? '')).status).toBe(
      303,
    )
  })

  test('is replaced by a recovery code, once each', async () => {
    const ana = await addHolder()
    const [first = ''] = ana.recoveryCodes
    expect((await enterCode(server, await linkOf(ana), '000000')).status).toBe(400)
    expect((await enterCode(server, await linkOf(ana), first)).status).toBe(303)
    expect((await enterCode(server, await linkOf(ana), first)).status).toBe(400)
  })

  test('is refused for other sites, without a check of the person, and if forged', async () => {
    const ana = await addHolder()
    const link = await linkOf(ana)
    for (const how of [
      { origin: 'http://localhost:8081' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { forged: true },
      { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    ]) {
      await sql`delete from throttle`
      await expectRefused(await signInByLink(server, link, ana.device, how))
    }
    await sql`delete from throttle`
    const { submit } = await openSecondStep(server, link)
    for (const answer of ['', 'x', '{}', 'null']) await expectRefused(await submit(answer))
    expect((await signInByLink(server, link, ana.device)).status).toBe(303)
  })

  test('accepts each challenge once, for five minutes, in the browser that asked', async () => {
    const ana = await addHolder()
    const one = await openSecondStep(server, await linkOf(ana))
    const answer = ana.device.get(one.options)
    const other = await openSecondStep(server, await linkOf(ana))
    await expectRefused(await other.submit(answer), AGAIN)
    expect((await one.submit(answer)).status).toBe(303)
    await expectRefused(await other.submit(answer), AGAIN)
    const late = await openSecondStep(server, await linkOf(ana))
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS + 1)
    await expectRefused(await late.submit(ana.device.get(late.options)), AGAIN)
  })

  test('is refused with the passkey of a colleague, of staff and of a user', async () => {
    const ana = await addHolder()
    const ben = await addHolder()
    const staff = await addStaffPasskey(await enterConsole(server, 'owner', 'desk@staff.example'))
    const { device: ofUser } = await addPasskey(await signUp(server))
    for (const device of [ben.device, staff, ofUser])
      await expectRefused(await signInByLink(server, await linkOf(ana), device))
    const ofApp = await openPasskeySignIn(server)
    expect((await ofApp.submit(ana.device.get(ofApp.options))).status).toBe(400)
    // A challenge of somebody else's link does not count either.
    const theirs = await openSecondStep(server, await linkOf(ben))
    const own = await openSecondStep(server, await linkOf(ana))
    await expectRefused(await own.submit(ana.device.get(theirs.options)), AGAIN)
  })

  test('pauses after five wrong answers, with the codes, and the link stays valid', async () => {
    const ana = await addHolder()
    const link = await linkOf(ana)
    const { submit } = await openSecondStep(server, link)
    for (let wrong = 0; wrong < 3; wrong += 1) await expectRefused(await submit('x'))
    for (let wrong = 0; wrong < 2; wrong += 1)
      expect((await enterCode(server, link, '000000')).status).toBe(400)
    expect((await signInByLink(server, link, ana.device)).status).toBe(429)
    expect((await enterCode(server, link, ana.recoveryCodes[0] ?? '')).status).toBe(429)
    await sql`delete from throttle where key like 'codesByAccount:%'`
    expect((await signInByLink(server, link, ana.device)).status).toBe(303)
  })

  test('is refused and mailed if the device has counted further before', async () => {
    const ana = await addHolder(createPasskeyDevice({ counts: true }))
    const sign = async () => signInByLink(server, await linkOf(ana), ana.device, { counter: 9 })
    expect((await sign()).status).toBe(303)
    await expectRefused(await sign())
    const mails = await waitForMails(server, ana.person.email, 2)
    expectParts(mails.join('\n'), 'We refused a passkey')
  })

  test('works on a second server, and ends with the passkey and with the person', async () => {
    const ana = await addHolder()
    const second = await createTestServer({ sharedServer: server })
    try {
      expect((await signInByLink(second, await linkOf(ana), ana.device)).status).toBe(303)
      const one = await openSecondStep(server, await linkOf(ana))
      const answer = ana.device.get(one.options)
      const both = await Promise.all([one.submit(answer), one.submit(answer, second)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400])
    } finally {
      await second.stop()
    }
    const kept = await addDeskPasskey(ana.desk, 'Phone')
    const open = await openSecondStep(server, await linkOf(ana))
    const rows = (await ana.desk.get(ACCESS)).html.split('<tr').filter((row) => /Kitchen/.test(row))
    expect((await ana.desk.post(`${PASSKEYS}/remove`, { id: idIn(rows.join('')) })).status).toBe(
      303,
    )
    await expectRefused(await open.submit(ana.device.get(open.options)))
    expect((await signInByLink(server, await linkOf(ana), kept.device)).status).toBe(303)
    await sql`delete from desk_people where id = ${ana.person.id}`
    expect(await sql`select 1 from desk_passkeys where person_id = ${ana.person.id}`).toEqual([])
  })

  test('gives options only with a valid link and the form of this browser', async () => {
    const ana = await addHolder()
    const link = await linkOf(ana)
    const { html, cookie } = await open(server, link)
    const ask = (path: string, csrf: string) =>
      server.request('POST', `${path}/options`, { form: { csrf }, headers: { cookie } })
    const { csrf = '' } = hiddenFields(html)
    expect((await ask(link, 'guessed')).status).toBe(403)
    expect((await ask('/desk/sign-in/unknown', csrf)).status).toBe(410)
    expect((await ask(link, csrf)).status).toBe(200)
  })
})

test('only pages that use a passkey run a script, and only ours', async () => {
  const ana = await addHolder()
  const add = await ana.desk.post(`${PASSKEYS}/new`)
  const signIn = await (await open(server, await linkOf(ana))).submit({})
  await forgetDeskProof(server)
  const confirm = await ana.desk.post(`${PASSKEYS}/new`)
  for (const page of [add, signIn, confirm]) {
    expectParts(policyOf(page), "default-src 'none'", "script-src 'self'; connect-src 'self'")
    expectParts(page.html, '<script type="module"')
  }
  const plain = await addProtectedPerson(server)
  for (const page of [
    await ana.desk.get(ACCESS),
    await (await open(server, await linkOf(plain))).submit({}),
  ])
    expect(policyOf(page)).toContain("script-src 'none'")
})
