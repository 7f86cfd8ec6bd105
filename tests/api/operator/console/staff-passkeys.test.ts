import { describe, expect, test, vi } from 'vitest'
import { STAFF_ROLES } from '../../../../server/operator/staff/staff.ts'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { idIn } from '#support/server/hosts/login-pages.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { createPasskeyDevice } from '#support/server/passkey-device.ts'
import { addPasskey, openPasskeySignIn } from '#support/server/passkeys.ts'
import { signUp } from '#support/server/people.ts'
import {
  ACCOUNT,
  ADD,
  addStaffPasskey,
  openStaffSignIn,
  optionsFor,
  sessionOf,
  SIGN_IN,
  signInStaffByPasskey,
} from '#support/server/staff/passkeys.ts'
import {
  acceptInvitation,
  auditOf,
  enterConsole,
  inviteMember,
  runStaff,
} from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const { sql } = server.deps
fakeDatesPerTest()
forgetAttemptsPerTest(server)

const REFUSED = 'This passkey was not accepted.'
const MINUTE_MS = 60_000
let members = 0
/** Invites an owner who accepts at once. */
const enter = () => enterConsole(server, 'owner', `key-${(members += 1)}@staff.example`)
const forgetProof = () => sql`update staff_sessions set proven_at = now() - interval '1 hour'`

/** Makes all sessions older. */
const ageSessions = (hours: number) =>
  sql`update staff_sessions set expires_at = expires_at - make_interval(hours => ${hours})`
const policyOf = (answer: { headers: Headers }) =>
  answer.headers.get('content-security-policy') ?? ''

async function expectRefused(answer: Response, text = REFUSED) {
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(text)
  expect(answer.headers.getSetCookie().join()).not.toContain('console=')
}

describe('a passkey of staff', () => {
  test('is added after a code, named, renamed and removed, recorded and mailed', async () => {
    const ben = await enter()
    expectParts((await ben.get(ACCOUNT)).html, 'No passkeys yet.')
    await forgetProof()
    expect((await ben.post(`${ADD}/options`)).status).toBe(403)
    const asked = await ben.post(`${ADD}/new`)
    expect(asked.status).toBe(428)
    expectParts(asked.html, 'Confirm with a code')
    const page = await ben.post(`${ADD}/new`, { code: ben.nextCode() })
    expectParts(page.html, 'Add a passkey', 'data-new', 'JavaScript is turned off')
    await addStaffPasskey(ben, 'Kitchen <laptop>')
    const { html } = await ben.get(ACCOUNT)
    expectParts(html, 'Kitchen &lt;laptop&gt;', 'not used yet')
    const id = idIn(html)
    expect((await ben.post(`${ADD}/rename`, { id, name: '' })).html).toContain('Enter a name.')
    expect((await ben.post(`${ADD}/rename`, { id, name: 'Phone' })).status).toBe(303)
    expectParts((await ben.get(ACCOUNT)).html, 'Phone')
    await forgetProof()
    expect((await ben.post(`${ADD}/remove`, { id })).status).toBe(428)
    expectParts((await ben.get(ACCOUNT)).html, 'Phone')
    expect((await ben.post(`${ADD}/remove`, { id, code: ben.nextCode() })).status).toBe(303)
    expectParts((await ben.get(ACCOUNT)).html, 'No passkeys yet.')
    const entries = await auditOf(server, `staff ${ben.email}`)
    expect(entries.slice(-2)).toMatchObject([
      { action: 'staff.add-passkey', who: 'Ben Sample', after: { passkey: 'Kitchen <laptop>' } },
      { action: 'staff.remove-passkey', after: { passkey: 'Phone' } },
    ])
    const mails = await waitForMails(server, ben.email, 2)
    expectParts(mails.join('\n'), 'A passkey was added', 'A passkey was removed')
  })

  test('cannot be added with an answer of another site, another session, or twice', async () => {
    const ben = await enter()
    const eve = await enter()
    const device = createPasskeyDevice()
    const add = async (who: typeof ben, how: Parameters<typeof device.create>[1], by = who) => {
      const passkey = JSON.stringify(device.create(await optionsFor(by, `${ADD}/options`), how))
      return who.post(ADD, { name: 'Phone', passkey })
    }
    for (const how of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }])
      expectParts((await add(ben, how)).html, REFUSED)
    expectParts((await add(ben, { userVerified: false })).html, REFUSED)
    expect((await add(ben, {}, eve)).html).toContain('This took too long or was sent twice')
    expect((await ben.post(ADD, { name: 'Phone', passkey: 'x' })).html).toContain(REFUSED)
    expect((await add(ben, {})).status).toBe(303)
    expect((await add(eve, {})).html).toContain('This passkey has already been added.')
  })

  test('can only be renamed and removed by its member', async () => {
    const ben = await enter()
    await addStaffPasskey(ben)
    const id = idIn((await ben.get(ACCOUNT)).html)
    const eve = await enter()
    for (const of of [id, 'x', '']) {
      expect((await eve.post(`${ADD}/rename`, { id: of, name: 'Mine' })).status).toBe(404)
      expect((await eve.post(`${ADD}/remove`, { id: of })).status).toBe(404)
    }
    expectParts((await ben.get(ACCOUNT)).html, 'Kitchen laptop')
    expect((await ben.post(`${ADD}/remove`, { id, csrf: 'guessed' })).status).toBe(403)
  })

  test('ends when the member accepts a new invitation', async () => {
    const ben = await enter()
    const device = await addStaffPasskey(ben)
    await acceptInvitation(server, await inviteMember(server, ben.email, 'owner'), ben.email)
    await expectRefused(await signInStaffByPasskey(server, device))
  })
})

describe('signing in to the console with a passkey', () => {
  test.each(STAFF_ROLES)('counts as password and code for %s, for twelve hours', async (role) => {
    const ben = await enterConsole(server, role, `key-${role}@staff.example`)
    const device = await addStaffPasskey(ben)
    const entered = await signInStaffByPasskey(server, device)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console'])
    expect(entered.headers.getSetCookie().join()).toMatch(
      /console=.*; Max-Age=43200; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
    const session = sessionOf(server, entered)
    expectParts((await session.get(ACCOUNT)).html, `Ben Sample, ${role}`)
    await ageSessions(11)
    expect((await session.get(ACCOUNT)).status).toBe(200)
    await ageSessions(1)
    expect((await session.get(ACCOUNT)).headers.get('location')).toBe(SIGN_IN)
  })

  test('is refused for other sites, without a check of the person, and if forged', async () => {
    const device = await addStaffPasskey(await enter())
    for (const how of [
      { origin: 'http://localhost:8081' },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { forged: true },
      { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    ])
      await expectRefused(await signInStaffByPasskey(server, device, how))
    const { submit } = await openStaffSignIn(server)
    for (const answer of ['', 'x', '{}', '[1]', 'null']) await expectRefused(await submit(answer))
    expect((await signInStaffByPasskey(server, device)).status).toBe(303)
  })

  test('accepts each challenge once, for five minutes, in the browser that asked', async () => {
    const again = 'This took too long or was sent twice.'
    const device = await addStaffPasskey(await enter())
    const one = await openStaffSignIn(server)
    const answer = device.get(one.options)
    const other = await openStaffSignIn(server)
    await expectRefused(await other.submit(answer), again)
    expect((await one.submit(answer)).status).toBe(303)
    await expectRefused(await one.submit(answer), again)
    const late = await openStaffSignIn(server)
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS + 1)
    await expectRefused(await late.submit(device.get(late.options)), again)
  })

  test('does not accept challenges and passkeys of the app, and the app none of staff', async () => {
    const ben = await enter()
    const device = await addStaffPasskey(ben)
    const ofApp = await openPasskeySignIn(server)
    const atConsole = await server.request('POST', '/console/passkey', {
      form: {
        csrf: (await openStaffSignIn(server)).csrf,
        passkey: JSON.stringify(device.get(ofApp.options)),
      },
      headers: { cookie: ofApp.cookie },
    })
    expect(atConsole.status).toBe(403)
    expect((await ofApp.submit(device.get(ofApp.options))).status).toBe(400)
    const { device: ofUser } = await addPasskey(await signUp(server))
    await expectRefused(await signInStaffByPasskey(server, ofUser))
  })

  test('ends with the passkey, and with the member', async () => {
    const ben = await enter()
    const device = await addStaffPasskey(ben)
    const kept = await addStaffPasskey(ben, 'Phone')
    const open = await openStaffSignIn(server)
    const rows = (await ben.get(ACCOUNT)).html.split('<tr').filter((row) => row.includes('Kitchen'))
    await ben.post(`${ADD}/remove`, { id: idIn(rows.join('')) })
    await expectRefused(await open.submit(device.get(open.options)))
    const entered = await signInStaffByPasskey(server, kept)
    expect(entered.status).toBe(303)
    await runStaff(server, ['remove', ben.email])
    expect((await sessionOf(server, entered).get(ACCOUNT)).status).toBe(303)
    await expectRefused(await signInStaffByPasskey(server, kept))
  })

  test('is refused and mailed if the device has counted further before', async () => {
    const ben = await enter()
    const device = await addStaffPasskey(ben, 'Key', createPasskeyDevice({ counts: true }))
    expect((await signInStaffByPasskey(server, device, { counter: 9 })).status).toBe(303)
    await expectRefused(await signInStaffByPasskey(server, device, { counter: 9 }))
    const mails = await waitForMails(server, ben.email, 2)
    expectParts(mails.join('\n'), 'We refused a passkey')
  })

  test('needs the form of this browser, and pauses after thirty wrong answers', async () => {
    const device = await addStaffPasskey(await enter())
    const { cookie, options } = await openStaffSignIn(server)
    for (const path of ['/console/passkey', '/console/passkey/options']) {
      const form = { csrf: 'guessed', passkey: JSON.stringify(device.get(options)) }
      const forged = await server.request('POST', path, { form, headers: { cookie } })
      expect(forged.status).toBe(403)
    }
    const { submit } = await openStaffSignIn(server)
    for (let tries = 0; tries < 30; tries += 1) await submit('x')
    expect((await signInStaffByPasskey(server, device)).status).toBe(429)
  })
})

test('only pages that use a passkey run a script, and only ours', async () => {
  const ben = await enter()
  const page = await ben.post(`${ADD}/new`)
  const signIn = await server.request('GET', SIGN_IN)
  for (const answer of [page, signIn])
    expectParts(policyOf(answer), "default-src 'none'", "script-src 'self'; connect-src 'self'")
  expect(policyOf(await ben.get(ACCOUNT))).toContain("script-src 'none'")
  const [, path = ''] = /<script type="module" src="([^"]+)"/.exec(page.html) ?? []
  const script = await server.request('GET', path)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(await script.text()).toContain('startRegistration')
})
