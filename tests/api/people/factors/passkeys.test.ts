import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { ONLY_PASSWORD, type Factors } from '#contract/people/factors.ts'
import { MAX_PASSKEYS } from '#contract/people/passkeys.ts'
import { listed } from '#support/server/activity.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'
import {
  addAuthenticator,
  AUTHENTICATOR,
  FACTORS,
  fakeDatesPerTest,
  PROOF,
  resultOf,
} from '#support/server/factors.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { createPasskeyDevice } from '#support/server/passkey-device.ts'
import {
  addPasskey,
  ADD_OPTIONS,
  PASSKEYS,
  prove,
  signInByPasskey,
  startAdding,
} from '#support/server/passkeys.ts'
import { PASSWORD, sessionOn, signIn, signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { resetFactorsCommand } from '../../../../server/operator/reset-factors.ts'
import { passkeys } from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'

const server = await startTestServer({ jobs: true })
const ana = newCreatorPerTest(server)
fakeDatesPerTest()

const factors = async () => resultOf<Factors>(await ana.send('GET', FACTORS))
const add = (answer: object) => ana.send('POST', PASSKEYS, { answer })
const remove = (id: string, password?: string) =>
  ana.send('DELETE', `${PASSKEYS}${id}/`, { password })
const MINUTE_MS = 60_000

describe('adding a passkey', () => {
  test('needs the password, and returns recovery codes with the first factor', async () => {
    expect((await ana.send('POST', ADD_OPTIONS, {})).status).toBe(400)
    expect((await ana.send('POST', ADD_OPTIONS, { password: 'wrong' })).status).toBe(400)
    const { passkey, recovery_codes } = await addPasskey(ana)
    expect(passkey).toMatchObject({ name: 'Passkey', last_used_at: null })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await factors()).toEqual({
      authenticator: null,
      passkeys: [passkey],
      recovery_codes_left: 10,
      recovery: null,
      sign_in: ONLY_PASSWORD,
    })
  })

  test('is named after the browser, and can be renamed', async () => {
    const device = createPasskeyDevice()
    const answer = device.create(await startAdding(ana))
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await ana.send('POST', PASSKEYS, { answer }, { 'User-Agent': browser })
    const [{ id, name } = { id: '', name: '' }] = (await factors()).passkeys
    expect(name).toBe('Firefox on Linux')
    const rename = (to: string) => ana.send('PATCH', `${PASSKEYS}${id}/`, { name: to })
    expect((await rename(' ')).status).toBe(400)
    expect((await rename('x'.repeat(61))).status).toBe(400)
    expect((await rename(' My key ')).status).toBe(200)
    expect((await factors()).passkeys).toMatchObject([{ id, name: 'My key' }])
  })

  test('keeps the recovery codes of an earlier factor, and an app keeps those of a passkey', async () => {
    const { recovery_codes } = await addPasskey(ana)
    const proof = await prove(ana, (await addPasskeyAgain()).device)
    const begun = await ana.send('POST', AUTHENTICATOR, { password: proof.instead_of_password })
    expect(begun.status).toBe(201)
    const ben = await signUp(server)
    await addAuthenticator(ben)
    expect((await addPasskey(ben)).recovery_codes).toEqual([])
    expect((await ana.send('POST', PROOF, { code: recovery_codes[0] })).status).toBe(200)
  })

  test('a second device needs the first one, a code or a recovery code besides the password', async () => {
    const { recovery_codes } = await addPasskey(ana)
    const elsewhere = sessionOn(server, (await signInAgain()) ?? '')
    const options = (password = PASSWORD) => elsewhere.send('POST', ADD_OPTIONS, { password })
    expect((await options()).status).toBe(428)
    await elsewhere.send('POST', PROOF, { code: recovery_codes[0] })
    expect((await options('wrong')).status).toBe(400)
    expect((await options()).status).toBe(200)
  })

  test('refuses another origin, host, session and key type, and a device that did not verify the user', async () => {
    const other = sessionOn(server, (await signIn(server, ana)).token)
    const statuses = []
    for (const how of [
      { origin: 'http://localhost:8081' },
      { origin: 'https://localhost:8080' },
      { rpId: 'split.example' },
      { userVerified: false },
    ])
      statuses.push((await add(createPasskeyDevice().create(await startAdding(ana), how))).status)
    const answer = createPasskeyDevice().create(await startAdding(ana))
    statuses.push((await other.send('POST', PASSKEYS, { answer })).status)
    const own = createPasskeyDevice()
    statuses.push((await add({ ...own.create(await startAdding(ana)), type: 'password' })).status)
    const { response, ...rest } = own.create(await startAdding(ana))
    statuses.push(
      (await add({ ...rest, response: { ...response, attestationObject: 'AAAA' } })).status,
    )
    expect(statuses).toEqual(Array(7).fill(400))
    expect((await factors()).passkeys).toEqual([])
  })

  test('accepts a challenge once and for five minutes', async () => {
    const late = createPasskeyDevice().create(await startAdding(ana))
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    expect((await add(late)).status).toBe(400)
    const { passkey } = await addPasskey(ana)
    const twice = createPasskeyDevice().create({ challenge: 'AAAA' })
    expect((await add(twice)).status).toBe(400)
    const proof = await prove(ana, (await addPasskeyAgain()).device)
    const answer = createPasskeyDevice().create(await startAdding(ana, proof.instead_of_password))
    expect((await add(answer)).status).toBe(201)
    expect((await add(answer)).status).toBe(400)
    expect((await factors()).passkeys.map(({ id }) => id)).toContain(passkey.id)
  })

  test('refuses a passkey that another account has', async () => {
    const { device } = await addPasskey(ana)
    const ben = await signUp(server)
    const answer = device.create(await startAdding(ben))
    const refused = await ben.send('POST', PASSKEYS, { answer })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('already been added')
  })

  test('stops at the maximum', async () => {
    await addPasskey(ana)
    for (let nth = 1; nth < MAX_PASSKEYS; nth += 1) await addPasskey(ana)
    const refused = await ana.send('POST', ADD_OPTIONS, { password: PASSWORD })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('the maximum')
  })
})

/** Adds another passkey while the proof of the first one is recent. */
const addPasskeyAgain = () => addPasskey(ana)

/** Signs in on another device with the password and a new passkey. */
async function signInAgain() {
  const { device } = await addPasskeyAgain()
  return signInByPasskey(server, device)
}

describe('removing a passkey', () => {
  test('needs a second factor and the password, and the last one takes the codes with it', async () => {
    const { device, passkey } = await addPasskey(ana)
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    expect((await remove(passkey.id, PASSWORD)).status).toBe(428)
    const { instead_of_password } = await prove(ana, device)
    expect((await remove(passkey.id, 'wrong')).status).toBe(400)
    expect((await remove(passkey.id, instead_of_password)).status).toBe(204)
    expect(await factors()).toEqual({
      authenticator: null,
      passkeys: [],
      recovery_codes_left: 0,
      recovery: null,
      sign_in: ONLY_PASSWORD,
    })
    expect(await signInByPasskey(server, device)).toBeNull()
    expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
  })

  test('keeps the codes while there is another factor', async () => {
    const first = await addPasskey(ana)
    await addPasskey(ana)
    expect((await remove(first.passkey.id, PASSWORD)).status).toBe(204)
    const left = await factors()
    expect([left.passkeys.length, left.recovery_codes_left]).toEqual([1, 10])
    await ana.send('DELETE', AUTHENTICATOR, { password: PASSWORD })
    expect((await factors()).recovery_codes_left).toBe(10)
  })

  test('neither removes nor renames one of another account', async () => {
    const ben = await signUp(server)
    const { passkey } = await addPasskey(ben)
    expect((await remove(passkey.id, PASSWORD)).status).toBe(404)
    expect((await remove('1', PASSWORD)).status).toBe(404)
    expect((await ana.send('PATCH', `${PASSKEYS}${passkey.id}/`, { name: 'Mine' })).status).toBe(
      404,
    )
    await expect(resultOf<Factors>(await ben.send('GET', FACTORS))).resolves.toMatchObject({
      passkeys: [passkey],
    })
  })
})

test('the owner is told by email and on all devices', async () => {
  const { passkey } = await addPasskey(ana)
  await ana.send('PATCH', `${PASSKEYS}${passkey.id}/`, { name: 'Kitchen phone' })
  await remove(passkey.id, PASSWORD)
  const mails = (await waitForMails(server, ana.email, 2)).join('\n')
  expectParts(
    mails,
    'Subject: A passkey was added to your Split account',
    'Subject: A passkey was removed from your Split account',
    'Kitchen phone',
  )
  const { notifications } = await listed(ana)
  expect(notifications.map(({ text, url }) => [text, url])).toEqual([
    [expect.stringContaining('was removed from your sign-in'), '/settings/accountinfo'],
    [expect.stringContaining('was added to your sign-in'), '/settings/accountinfo'],
  ])
})

test('the operator can reset passkeys too, and expired challenges are deleted', async () => {
  await addPasskey(ana)
  const { db, config } = server.deps
  const reset = resetFactorsCommand(['reset-factors'])?.({ email: ana.email, why: 'Lost phone' })
  expect(await reset?.(db, config)).toContain('signed out')
  const left = await db.select().from(passkeys).where(eq(passkeys.userId, ana.uuid))
  expect(left).toEqual([])
  const back = await signIn(server, ana)
  const answer = createPasskeyDevice().create(await startAdding(back))
  vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
  await deleteExpired(db)
  vi.setSystemTime(Date.now() - 5 * MINUTE_MS)
  expect((await back.send('POST', PASSKEYS, { answer })).status).toBe(400)
})
