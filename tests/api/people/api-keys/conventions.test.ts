import { afterEach, describe, expect, test, vi } from 'vitest'
import { CALLS_PER_MINUTE } from '#contract/developers/api-keys.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { LINKS } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'

const URL = 'https://shop.example/lamp'

const { server, ana } = await startWithCreator()
afterEach(() => void vi.restoreAllMocks())

const sender = async () => withKey(server, (await addKey(ana)).key)
const errorsOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { errors: object }).errors,
]

describe('fields that do not exist', () => {
  const MISSING = 'This field does not exist.'

  test('are refused with an API key', async () => {
    const send = await sender()
    const answer = await send('POST', LINKS, { url: URL, title: 'Lamp', toString: 1 })
    expect(await errorsOf(answer)).toEqual([400, { title: [MISSING], toString: [MISSING] }])
  })

  test('are refused inside another field', async () => {
    const send = await sender()
    const rule = { tags: ['a'], match: 'any', ordering: '-created', limit: 10, colour: 'red' }
    const answer = await send('POST', '/v2/my/collections/smart/', { name: 'Lamps', rule })
    expect(await errorsOf(answer)).toEqual([400, { rule: ['The field colour does not exist.'] }])
  })

  test('are refused for the link of a bulk call that has them', async () => {
    const send = await sender()
    const answer = await send('POST', `${LINKS}bulk/`, { links: [{ url: URL, title: 'Lamp' }] })
    expect(await answer.json()).toEqual({ results: [{ errors: { title: [MISSING] } }] })
  })

  test('are ignored for the app, whose version may be newer', async () => {
    expect((await ana.send('POST', LINKS, { url: URL, title: 'Lamp' })).status).toBe(201)
    const answer = await ana.send('POST', `${LINKS}bulk/`, { links: [{ url: URL, title: 'x' }] })
    expect(await answer.json()).toMatchObject({ results: [{ uuid: expect.any(String) }] })
  })
})

describe('a body that cannot be read', () => {
  test.each(['{"url":', 'url=https://shop.example', 'null', '7'])(
    'says what to send instead of %s',
    async (body) => {
      const { key } = await addKey(ana)
      const answer = await server.app.request(LINKS, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body,
      })
      expect(await errorsOf(answer)).toEqual([400, { non_field_errors: ['Send a JSON object.'] }])
    },
  )

  test('says so if it is too large', async () => {
    const send = await sender()
    const answer = await send('POST', LINKS, { url: URL, name: 'x'.repeat(300_000) })
    expect(await errorsOf(answer)).toEqual([
      413,
      { non_field_errors: ['This request is too large. Send less in one call.'] },
    ])
  })
})

describe('the limit of calls', () => {
  test('is in every answer, and in Retry-After once it is reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 12, 0, 18) })
    try {
      const send = await sender()
      const call = () => send('GET', `${LINKS}domains/`)
      const first = await call()
      expect(first.headers.get('RateLimit-Policy')).toBe(`"calls";q=${CALLS_PER_MINUTE};w=60`)
      expect(first.headers.get('RateLimit')).toBe(`"calls";r=${CALLS_PER_MINUTE - 1};t=42`)
      for (let n = 1; n < CALLS_PER_MINUTE; n += 1) await call()
      const refused = await call()
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '42'])
      expect(refused.headers.get('RateLimit')).toBe('"calls";r=0;t=42')
      const other = await sender()
      expect((await other('GET', `${LINKS}domains/`)).status).toBe(200)
      vi.setSystemTime(Date.UTC(2030, 0, 1, 12, 1, 0))
      expect((await call()).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test('does not apply to the app', async () => {
    expect((await ana.send('GET', `${LINKS}domains/`)).headers.get('RateLimit')).toBeNull()
  })
})

describe('the id of a request', () => {
  test('is in every answer, and one that the client sends is kept', async () => {
    const answer = await ana.send('GET', `${LINKS}domains/`)
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    const own = await server.request('GET', '/v2/my/links/domains/', {
      headers: { 'X-Request-Id': 'my-id-1' },
    })
    expect([own.status, own.headers.get('X-Request-Id')]).toEqual([401, 'my-id-1'])
  })

  test('is in the log line of a failure', async () => {
    const log = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
    vi.spyOn(server.deps, 'db', 'get').mockImplementation(() => {
      throw new Error('broken')
    })
    const answer = await ana.send('GET', `${LINKS}domains/`, undefined, { 'X-Request-Id': 'a1' })
    expect(answer.status).toBe(500)
    expect(log).toHaveBeenCalledWith('request failed', expect.objectContaining({ requestId: 'a1' }))
  })
})
