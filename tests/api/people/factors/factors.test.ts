import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import {
  ONLY_PASSWORD,
  type Factors,
  type NewAuthenticator,
  type RecoveryCodes,
} from '#contract/people/factors.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import {
  addAuthenticator,
  AUTHENTICATOR,
  enterPassword,
  FACTORS,
  fakeDatesPerTest,
  PROOF,
  resultOf,
  STEP_MS,
  tokenOf,
} from '#support/server/factors.ts'
import { expectParts } from '#support/expect-parts.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { newEmail, PASSWORD, sessionOn, signIn, signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { archiveFiles } from '../../../../server/operator/exports/archive-tables.ts'
import { resetFactorsCommand } from '../../../../server/operator/reset-factors.ts'
import {
  authenticators,
  idempotencyKeys,
  recoveryCodes,
} from '../../../../server/platform/db/schema.ts'

const server = await startTestServer({ jobs: true })
const ana = newCreatorPerTest(server)
fakeDatesPerTest()

const NONE: Factors = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  recovery: null,
  sign_in: ONLY_PASSWORD,
}
const factors = async () => resultOf<Factors>(await ana.send('GET', FACTORS))
const bodyOf = async (answer: Response) => [answer.status, await answer.json()]

describe('setting up an authenticator app', () => {
  test('needs the password and a first code, and returns ten recovery codes', async () => {
    expect(await factors()).toEqual(NONE)
    const begun = await ana.send('POST', AUTHENTICATOR, { password: PASSWORD })
    const { secret, uri } = await resultOf<NewAuthenticator>(begun)
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain(encodeURIComponent(ana.email))
    expect((await factors()).authenticator).toBeNull()
    const wrong = await ana.send('POST', `${AUTHENTICATOR}confirm/`, { code: '12' })
    expect(await bodyOf(wrong)).toEqual([400, { errors: { code: [expect.any(String)] } }])
    const app = await addAuthenticator(ana)
    expect(new Set(app.recoveryCodes).size).toBe(10)
    expect(await factors()).toEqual({
      ...NONE,
      authenticator: { added_at: expect.any(String), last_used_at: expect.any(String) },
      recovery_codes_left: 10,
    })
  })

  test('stores neither the secret nor the codes in plain text', async () => {
    const key = { 'Idempotency-Key': 'once' }
    const begun = await ana.send('POST', AUTHENTICATOR, { password: PASSWORD }, key)
    const { secret } = await resultOf<NewAuthenticator>(begun)
    const app = await addAuthenticator(ana)
    const { db } = server.deps
    const stored = [
      ...(await db.select().from(authenticators).where(eq(authenticators.userId, ana.uuid))),
      ...(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, ana.uuid))),
      ...(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, ana.uuid))),
    ]
    expect(stored).toHaveLength(11)
    for (const text of [secret, ...app.recoveryCodes, ...app.recoveryCodes.map(withoutDash)])
      expect(JSON.stringify(stored)).not.toContain(text)
  })

  test('a second app is refused while one is on', async () => {
    const app = await addAuthenticator(ana)
    const refused = await ana.send('POST', AUTHENTICATOR, { password: PASSWORD })
    expect(refused.status).toBe(400)
    expect((await ana.send('POST', PROOF, { code: app.nextCode() })).status).toBe(200)
  })
})

const changePassword = () =>
  ana.send('PUT', '/v1/users/me/password/', {
    password: PASSWORD,
    new_password: 'other unlike words here',
  })

const withoutDash = (code: string) => code.replace('-', '')

describe('actions that need the password', () => {
  test('also need a code of the last five minutes in the same session', async () => {
    const app = await addAuthenticator(ana)
    vi.setSystemTime(Date.now() + 5 * 60_000)
    const refused = await changePassword()
    expect(await bodyOf(refused)).toEqual([
      428,
      { errors: { non_field_errors: [expect.stringContaining('needs a code')] } },
    ])
    expect((await ana.send('POST', PROOF, { code: app.code() })).status).toBe(200)
    expect((await changePassword()).status).toBe(204)
  })

  test('can be repeated with the same idempotency key after the code', async () => {
    const app = await addAuthenticator(ana)
    vi.setSystemTime(Date.now() + 5 * 60_000)
    const body = { password: PASSWORD, email: newEmail() }
    const change = () => ana.send('POST', '/v1/users/me/email/', body, { 'Idempotency-Key': 'e1' })
    expect((await change()).status).toBe(428)
    await ana.send('POST', PROOF, { code: app.code() })
    expect((await change()).status).toBe(200)
  })

  test('accept a recovery code once, also with spaces and in lower case', async () => {
    const app = await addAuthenticator(ana)
    const typed = ` ${app.recoveryCodes[3]?.toLowerCase().replace('-', ' ')} `
    expect((await ana.send('POST', PROOF, { code: typed })).status).toBe(200)
    expect((await ana.send('POST', PROOF, { code: typed })).status).toBe(400)
    expect((await factors()).recovery_codes_left).toBe(9)
  })
})

test('five wrong codes pause the session, and the owner can still enter one in another', async () => {
  const app = await addAuthenticator(ana)
  const statuses: number[] = []
  for (let nth = 0; nth < 6; nth += 1)
    statuses.push((await ana.send('POST', PROOF, { code: '12345' })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await ana.send('POST', PROOF, { code: app.nextCode() })).status).toBe(429)
  const page = await (await enterPassword(server, ana)).submit({ code: app.code() })
  const owner = sessionOn(server, (await tokenOf(server, page)) ?? '')
  expect((await owner.send('POST', PROOF, { code: app.nextCode() })).status).toBe(200)
})

describe('recovery codes', () => {
  const RECOVERY = `${FACTORS}recovery-codes/`

  test('are replaced after a recent code, and the old ones stop working', async () => {
    const app = await addAuthenticator(ana)
    const { recovery_codes } = await resultOf<RecoveryCodes>(await ana.send('POST', RECOVERY))
    expect(recovery_codes).toHaveLength(10)
    expect((await ana.send('POST', PROOF, { code: app.recoveryCodes[0] })).status).toBe(400)
    expect((await ana.send('POST', PROOF, { code: recovery_codes[0] })).status).toBe(200)
    vi.setSystemTime(Date.now() + 10 * STEP_MS)
    expect((await ana.send('POST', RECOVERY)).status).toBe(428)
  })

  test('need an authenticator app', async () => {
    expect((await ana.send('POST', RECOVERY)).status).toBe(400)
  })
})

test('turning the app off needs a code and the password, and deletes everything', async () => {
  const app = await addAuthenticator(ana)
  vi.setSystemTime(Date.now() + 10 * STEP_MS)
  const turnOff = (body: object) => ana.send('DELETE', AUTHENTICATOR, body)
  expect((await turnOff({ password: PASSWORD })).status).toBe(428)
  await ana.send('POST', PROOF, { code: app.code() })
  expect((await turnOff({ password: 'wrong' })).status).toBe(400)
  expect((await turnOff({ password: PASSWORD })).status).toBe(204)
  expect(await factors()).toEqual(NONE)
  expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
})

test('a user who lost everything is reset by the operator, who gives a reason', async () => {
  const { db, config } = server.deps
  const reset = (why?: string) =>
    resetFactorsCommand(['reset-factors'])?.({ email: ana.email, why })
  expect(() => reset(' ')).toThrow('--why')
  expect(await reset('Asked by phone')?.(db, config)).toBe(`${ana.email} has no second factor.`)
  await addAuthenticator(ana)
  const page = await enterPassword(server, ana)
  expect(await reset('Lost the phone, verified by video')?.(db, config)).toContain('signed out')
  expect((await ana.send('GET', FACTORS)).status).toBe(401)
  expect((await page.submit({ code: '123456' })).html).toContain('Sign in again')
  expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
  const mails = (await waitForMails(server, ana.email, 2)).join('\n')
  expectParts(
    mails,
    'Subject: Two-step sign-in is on for your Split account',
    'Subject: We reset two-step sign-in for your Split account',
    'Lost the phone, verified by video',
  )
})

test('the data download names the factors without their secrets', () => {
  const files = archiveFiles().get('sign-in.json') ?? []
  expect(files.map(({ table, without }) => [table, without])).toEqual([
    ['authenticators', ['sealed_secret', 'last_step']],
    ['passkeys', ['credential_id', 'public_key', 'counter']],
    ['identities', undefined],
    ['factor_recoveries', undefined],
    ['recovery_codes', ['code_hash']],
  ])
})

test('codes of one user do not work for another', async () => {
  const ben = await signUp(server)
  const app = await addAuthenticator(ana)
  await addAuthenticator(ben)
  expect((await ben.send('POST', PROOF, { code: app.recoveryCodes[0] })).status).toBe(400)
  expect((await ben.send('POST', PROOF, { code: app.nextCode() })).status).toBe(400)
})
