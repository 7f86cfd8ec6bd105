import { describe, expect, test } from 'vitest'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { subscription } from '#support/server/hosts/push-service.ts'
import { createTestServer, startTestServer, refusalOf } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const server = await startTestServer()
const ana = newCreatorPerTest(server)

type Answer = { status: number; body: { id: number; browser: string; active: boolean } }

async function register(person: Person, body: object, path = '/v1/wp/'): Promise<Answer> {
  const response = await person.send('POST', path, body)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const endpoint = () => `https://push.example/send/${crypto.randomUUID()}`
const browser = () => subscription(endpoint()).json
const chrome = (more: object = {}) => ({ ...browser(), browser: 'CHROME', ...more })

const endpoints = async ({ uuid }: Person) =>
  (await server.deps.sql`select endpoint from devices where user_id = ${uuid} order by id`).map(
    (row) => row['endpoint'] as string,
  )

describe('registering', () => {
  test('a subscription becomes a device with an id (R-473, R-472)', async () => {
    expect(await register(ana, chrome())).toEqual({
      status: 201,
      body: { id: expect.any(Number) as number, browser: 'CHROME', active: true },
    })
    expect((await register(ana, { ...browser(), browser: 'FIREFOX' })).body.browser).toBe('FIREFOX')
  })

  test('without a token it is a 401 at every base (R-473)', async () => {
    for (const path of ['/v1/wp/', '/wp/', '/device/wp/']) {
      expect((await server.request('POST', path, { body: chrome() })).status).toBe(401)
      expect((await server.request('DELETE', `${path}1`)).status).toBe(401)
    }
  })

  test('the same endpoint twice is one device, with the keys of the second (R-473)', async () => {
    const first = chrome()
    const { body } = await register(ana, first)
    const renewed = { ...chrome(), endpoint: first.endpoint }
    expect(await register(ana, renewed)).toEqual({ status: 200, body })
    const rows = await server.deps.sql`select auth from devices where id = ${body.id}`
    expect([...rows]).toEqual([{ auth: renewed.keys.auth }])
  })

  test('an endpoint belongs to the user who registered it last', async () => {
    const body = chrome()
    const { body: hers } = await register(ana, body)
    const bob = await signUp(server)
    const { status, body: his } = await register(bob, body)
    expect([status, his.id === hers.id]).toEqual([201, false])
    expect([await endpoints(ana), await endpoints(bob)]).toEqual([[], [body.endpoint]])
  })

  const ALIASES = ['/v1/wp', '/v1/wp/', '/wp/', '/device/wp/']
  test.each(ALIASES)('%s is an address of the same call (D-79)', async (path) => {
    const { status, body } = await register(ana, chrome(), path)
    expect(status).toBe(201)
    expect((await ana.send('DELETE', `${path.replace(/\/$/, '')}/${body.id}`)).status).toBe(204)
  })

  test('older forms are accepted: nested, and with older names', async () => {
    const { endpoint: nested, keys } = browser()
    const forms = [
      { subscription: { endpoint: nested, keys }, browser: 'CHROME' },
      { registration_id: endpoint(), ...keys, browser: 'CHROME' },
    ]
    for (const form of forms) expect((await register(ana, form)).status).toBe(201)
    expect(await endpoints(ana)).toHaveLength(2)
  })

  test.each([
    ['browser', { browser: undefined }],
    ['browser', { browser: 'SAFARI' }],
    ['endpoint', { endpoint: undefined }],
    ['endpoint', { endpoint: 'not an address' }],
    ['endpoint', { endpoint: 'http://push.example/1' }],
    ['endpoint', { endpoint: 'ftp://push.example/1' }],
    ['endpoint', { endpoint: 'https://push.example:5432/1' }],
    ['endpoint', { endpoint: `https://push.example/${'ü'.repeat(1900)}` }],
    ['keys', { keys: undefined }],
    ['keys', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
    ['keys', { keys: { ...browser().keys, auth: 'AAAA' } }],
    ['keys', { keys: { ...browser().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }],
  ])('an invalid %s is refused: %j', async (field, more) => {
    expect(await refusalOf(await ana.send('POST', '/v1/wp/', chrome(more)))).toEqual([400, field])
    expect(await endpoints(ana)).toEqual([])
  })

  test('an address inside our own network is refused', async () => {
    const strict = await createTestServer({ sharedServer: server, allowPrivateFetch: false })
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '169.254.169.254', '2130706433']) {
      const body = chrome({ endpoint: `https://${host}/push` })
      const response = await strict.request('POST', '/v1/wp/', { token: ana.token, body })
      expect([host, response.status]).toEqual([host, 400])
    }
    await strict.stop()
  })

  test('above the maximum number of devices the oldest is deleted', async () => {
    const first = chrome()
    await register(ana, first)
    for (let more = 0; more < 50; more += 1) await register(ana, chrome())
    const kept = await endpoints(ana)
    expect(kept).toHaveLength(50)
    expect(kept).not.toContain(first.endpoint)
  })
})

describe('removing', () => {
  test('a device can be deleted once (R-474)', async () => {
    const { body } = await register(ana, chrome())
    expect((await ana.send('DELETE', `/v1/wp/${body.id}`)).status).toBe(204)
    expect((await ana.send('DELETE', `/v1/wp/${body.id}`)).status).toBe(404)
    expect(await endpoints(ana)).toEqual([])
  })

  test.each(['0', 'x', '-1', '99999999999'])('the device %s does not exist', async (id) => {
    expect((await ana.send('DELETE', `/v1/wp/${id}`)).status).toBe(404)
  })

  test('devices of others cannot be deleted', async () => {
    const { body } = await register(ana, chrome())
    const bob = await signUp(server)
    expect((await bob.send('DELETE', `/v1/wp/${body.id}`)).status).toBe(404)
    expect(await endpoints(ana)).toHaveLength(1)
  })

  test('signing out deletes the browser’s device, and no other (R-107)', async () => {
    const phone = await signIn(server, ana)
    const laptop = chrome()
    await register(ana, laptop)
    await register(phone, chrome())
    await phone.send('POST', '/v1/logout')
    expect(await endpoints(ana)).toEqual([laptop.endpoint])
  })
})
