import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { ServerSettings, UserSettings } from '#contract/people/session.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const { server, ana } = await startWithCreator()

const V1 = '/v1/users/me/settings'
const V2 = '/v2/my/settings/'
const read = (person: Person, path = V1) => person.get<UserSettings>(path)
type Refusal = { errors: Record<string, string[]> }

test('a new user has not chosen a mode, on both endpoints (R-095, R-111, R-113, R-115)', async () => {
  const bo = await signUp(server)
  const settings = await read(bo)
  expect(settings).toMatchObject({ is_creator: null, unmasking_invitations: false })
  expect(safeParse(UserSettings, settings).success).toBe(true)
  expect(await read(bo, V2)).toEqual(settings)
})

test('PATCH chooses the mode and changes it back (R-095, R-116)', async () => {
  for (const is_creator of [true, false]) {
    const answer = await ana.send('PATCH', V2, { is_creator })
    expect(await statusAndBody(answer)).toMatchObject([200, { is_creator }])
    expect(await read(ana, V2)).toMatchObject({ is_creator })
  }
})

const NO_MODES = ['yes', 1, null, {}]
test.each(NO_MODES)('the mode %j is refused on its field (R-116)', async (is_creator) => {
  const before = await read(ana)
  const answer = await ana.send('PATCH', V2, { is_creator })
  expect(answer.status).toBe(400)
  expect(Object.keys(((await answer.json()) as Refusal).errors)).toEqual(['is_creator'])
  expect(await read(ana)).toEqual(before)
})

test('POST changes the named settings and keeps the rest (R-111, R-114)', async () => {
  const bo = await signUp(server)
  await bo.send('POST', V1, { is_creator: true, notifications: { clicks: false } })
  await bo.send('POST', V1, { unmasking_invitations: true, notifications: { chat: false } })
  expect(await read(bo)).toEqual({
    is_creator: true,
    unmasking_invitations: true,
    open_in_browser: false,
    notifications: {
      push: true,
      commission: true,
      clicks: false,
      special: true,
      chat: false,
      email: true,
    },
  })
})

test('simultaneous changes are all kept (R-114)', async () => {
  const bo = await signUp(server)
  const names = ['push', 'commission', 'clicks', 'special', 'chat', 'email'] as const
  await Promise.all(names.map((name) => bo.send('POST', V1, { notifications: { [name]: false } })))
  expect(Object.values((await read(bo)).notifications)).toEqual(names.map(() => false))
})

test('unknown fields are ignored, an empty change changes nothing (R-114)', async () => {
  const before = await read(ana)
  const answer = await ana.send('POST', V1, {
    id: 'x',
    email: 'other@people.example',
    passwordHash: 'x',
    notifications: { nonsense: true },
    __proto__: { is_creator: true },
  })
  expect(await statusAndBody(answer)).toEqual([200, before])
  expect(await (await ana.send('POST', V1, {})).json()).toEqual(before)
})

test('users cannot change the settings of others (R-094)', async () => {
  const bo = await signUp(server)
  const before = await read(ana)
  await bo.send('POST', V1, { uuid: ana.uuid, is_creator: true, unmasking_invitations: true })
  expect(await read(ana)).toEqual(before)
})

test('settings of the installation can be read without a token (R-109, R-112)', async () => {
  const answer = await server.request('GET', '/v1/settings')
  expect(answer.status).toBe(200)
  const settings = (await answer.json()) as ServerSettings
  expect(safeParse(ServerSettings, settings).success).toBe(true)
  expect(settings).toMatchObject({
    login: {
      ig_app_id: null,
      fb_app_id: null,
      fb_api_version: null,
      ig_authorize_url: null,
      ig_scopes: null,
      fb_authorize_host: null,
    },
    push: { server_key: server.deps.secrets.vapid.publicKey, channel: 'production' },
    short_link_host: 'http://localhost:8080/s',
    app_host: 'http://localhost:8080',
    product: { slug: 'split', name: 'Split' },
    features: { mail: false, sms: false, paypal: false, websearch: false },
    error_reporting: null,
  })
})

test('the settings contain no secret (R-112)', async () => {
  const text = await (await server.request('GET', '/v1/settings')).text()
  const { jwt, signing, vapid } = server.deps.secrets
  for (const secret of [jwt, signing, vapid.privateKey]) expect(text).not.toContain(secret)
})

async function reporting(sentryDsn: string) {
  const one = await createTestServer({ sentryDsn, sharedServer: server })
  const answer = await one.request('GET', '/v1/settings')
  await one.stop()
  return ((await answer.json()) as ServerSettings).error_reporting
}

test('the settings name the target of error reports (D-68)', async () => {
  expect(await reporting('self')).toEqual({
    dsn: 'http://public@localhost:8080/sentry/1',
    tunnel: '/sentry/api/1/envelope/',
  })
  const dsn = 'https://key@sentry.example/7'
  expect(await reporting(dsn)).toEqual({ dsn, tunnel: null })
})

test('mail is a feature if SMTP is configured (D-91)', async () => {
  const one = await createTestServer({ smtpUrl: 'smtp://localhost:1', sharedServer: server })
  const answer = await one.request('GET', '/v1/settings')
  expect(await answer.json()).toMatchObject({ features: { mail: true } })
  await one.stop()
})
