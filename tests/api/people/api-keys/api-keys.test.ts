import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { ApiKeys } from '#contract/developers/api-keys.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addKey, KEYS, newKey, withKey } from '#support/server/api-keys.ts'
import { askToLeave } from '#support/server/leaving.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { apiKeys, idempotencyKeys } from '../../../../server/platform/db/schema.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const LINKS = '/v2/my/links/'
const SEARCH = '/v2/my/links/search/'

const server = await startTestServer({ jobs: true })
const ana = newCreatorPerTest(server)

const keysOf = async (person: Person) =>
  ((await (await person.send('GET', KEYS)).json()) as ApiKeys).results

const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { errors: { non_field_errors: string[] } }).errors.non_field_errors[0],
]

const search = (key: string) => withKey(server, key)('POST', SEARCH, {})

describe('creating a key', () => {
  test('shows the key once, in the form that secret scanners recognize', async () => {
    const { key, ...created } = await addKey(ana, { scopes: ['links:write', 'links:read'] })
    expect(key).toMatch(new RegExp(`^split_${created.id}_[0-9A-Za-z]{38}$`))
    expect(created).toMatchObject({
      name: 'Newsletter script',
      scopes: ['links:read', 'links:write'],
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    const answer = await ana.send('GET', KEYS)
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual({ results: [created] })
    expect(text).not.toContain(key.slice(-38))
  })

  test('stores the key nowhere, also not with an idempotency key', async () => {
    const answer = await ana.send('POST', KEYS, newKey(), { 'Idempotency-Key': 'once' })
    const { result } = (await answer.json()) as { result: { key: string } }
    const stored = await server.deps.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.userId, ana.uuid))
    expect(stored).toEqual([])
    const rows = await server.deps.db.select().from(apiKeys).where(eq(apiKeys.userId, ana.uuid))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(result.key.slice(-38))
  })

  test.each([
    [
      'a wrong password',
      { password: 'not it' },
      'password',
      'This password is wrong. Check it and try again.',
    ],
    ['no password', { password: undefined }, 'password', 'Enter your password.'],
    ['no name', { name: '  ' }, 'name', 'Give the key a name.'],
    ['a long name', { name: 'x'.repeat(61) }, 'name', 'Keep this under 60 characters.'],
    ['no permission', { scopes: [] }, 'scopes', 'Choose at least one permission.'],
    [
      'an expiry in the past',
      { expires_at: '2020-01-01T00:00:00Z' },
      'expires_at',
      'Choose a time in the future.',
    ],
    [
      'an expiry that is no time',
      { expires_at: 'soon' },
      'expires_at',
      'Give a time, like 2027-01-31T00:00:00Z.',
    ],
  ])('refuses %s at its field', async (_, body, field, message) => {
    const answer = await ana.send('POST', KEYS, newKey(body))
    expect(await statusAndBody(answer)).toEqual([400, { errors: { [field]: [message] } }])
    expect(await keysOf(ana)).toEqual([])
  })

  test('names the permissions that exist when another is asked for', async () => {
    const answer = await ana.send('POST', KEYS, newKey({ scopes: ['money:write'] }))
    expect(await answer.json()).toMatchObject({
      errors: { scopes: [expect.stringContaining('links:read, links:write')] },
    })
  })

  test('allows twenty keys and no more, also for simultaneous calls', async () => {
    for (let nth = 0; nth < 18; nth += 1) await addKey(ana, { name: `Key ${nth}` })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ana.send('POST', KEYS, newKey())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await keysOf(ana)).toHaveLength(20)
  })
})

describe('using a key', () => {
  test('a key acts for its owner and no one else', async () => {
    const { key } = await addKey(ana)
    const ben = await signUp(server)
    const made = await withKey(server, key)('POST', LINKS, { url: 'https://shop.example/lamp' })
    expect(made.status).toBe(201)
    const { result } = (await made.json()) as { result: ShortLink }
    expect((await ana.send('GET', `${LINKS}${result.uuid}/`)).status).toBe(200)
    expect((await ben.send('GET', `${LINKS}${result.uuid}/`)).status).toBe(404)
    const bens = await addKey(ben)
    expect((await withKey(server, bens.key)('GET', `${LINKS}${result.uuid}/`)).status).toBe(404)
  })

  test('the list shows when a key was last used', async () => {
    const { key } = await addKey(ana)
    await search(key)
    const [shown] = await keysOf(ana)
    expect(Date.parse(shown?.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a deleted key is refused', async () => {
    const { id, key } = await addKey(ana)
    expect((await search(key)).status).toBe(200)
    expect((await ana.send('DELETE', `${KEYS}${id}/`)).status).toBe(204)
    const answer = await search(key)
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
    expect(await errorOf(answer)).toEqual([401, 'This API key is not valid.'])
    expect((await ana.send('DELETE', `${KEYS}${id}/`)).status).toBe(404)
  })

  test('only its owner can delete a key', async () => {
    const { id, key } = await addKey(ana)
    const ben = await signUp(server)
    expect((await ben.send('DELETE', `${KEYS}${id}/`)).status).toBe(404)
    expect((await search(key)).status).toBe(200)
  })

  test('an expired key is refused', async () => {
    const { id, key } = await addKey(ana, { expires_at: '2099-01-01T00:00:00+02:00' })
    expect((await search(key)).status).toBe(200)
    await server.deps.sql`update api_keys set expires_at = now() where id = ${id}`
    expect(await errorOf(await search(key))).toEqual([401, 'This API key has expired.'])
  })

  const NO_KEYS = ['', 'split_', 'split_abcdef_short', 'a.b.c']
  test.each(NO_KEYS)('the text "%s" is not a key', async (key) => {
    expect((await search(key)).status).toBe(401)
  })

  test.each([
    ['Basic', () => `Basic ${btoa('ana:secret')}`],
    ['a key without Bearer', (key: string) => key],
    ['two keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['Bearer without a key', () => 'Bearer'],
  ])('a header with %s says how to send the key', async (_, header) => {
    const { key } = await addKey(ana)
    const answer = await server.request('POST', SEARCH, {
      headers: { Authorization: header(key) },
      body: {},
    })
    expect(await errorOf(answer)).toEqual([
      401,
      'Send the API key in one header "Authorization: Bearer split_…".',
    ])
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  test('one wrong character makes a key invalid', async () => {
    const { key } = await addKey(ana)
    const wrong = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect(await errorOf(await search(wrong))).toEqual([401, 'This API key is not valid.'])
  })

  test('the keys of an account that is being deleted are refused', async () => {
    const { key } = await addKey(ana)
    await askToLeave(ana)
    expect((await search(key)).status).toBe(401)
  })
})

describe('a key in an address', () => {
  const MAIL = /Subject: We revoked your Split API key/

  test('is revoked, and its owner is told by email once', async () => {
    const { key } = await addKey(ana)
    const refused = await server.request('POST', `${SEARCH}?api_key=${key}`, { body: {} })
    expect(await errorOf(refused)).toEqual([401, expect.stringContaining('revoked now')])
    const again = await server.request('POST', `${SEARCH}?api_key=${key}`, { body: {} })
    expect(again.status).toBe(401)
    expect(await errorOf(await search(key))).toEqual([
      401,
      'This API key was revoked because it was sent in an address.',
    ])
    const [shown] = await keysOf(ana)
    expect(shown?.revoked_at).not.toBeNull()
    const mails = () => mailsTo(server, ana.email).filter((mail) => MAIL.test(mail))
    await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 20_000 })
    expect(mails()[0]).toContain('/settings/developers')
    expect(mails()[0]).not.toContain(key)
  })

  test('is also revoked when the header has it as well', async () => {
    const { key } = await addKey(ana)
    expect((await withKey(server, key)('POST', `${SEARCH}?token=${key}`, {})).status).toBe(401)
    expect((await search(key)).status).toBe(401)
  })

  test.each(['/developers', '/openapi.json'])('is revoked at %s too', async (path) => {
    const { key } = await addKey(ana)
    expect((await server.request('GET', `${path}?key=${key}`)).status).toBe(401)
    expect((await search(key)).status).toBe(401)
  })

  test('is revoked with percent-encoded letters, too', async () => {
    const { key } = await addKey(ana)
    const encoded = key.replaceAll(/[a-z_]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
    const refused = await server.request('POST', `${SEARCH}?q=${encoded}`, { body: {} })
    expect(await errorOf(refused)).toEqual([401, expect.stringContaining('revoked now')])
  })

  test('does nothing if it only looks like a key', async () => {
    const fake = `split_abcdef_${'x'.repeat(38)}`
    expect((await ana.send('POST', `${SEARCH}?q=${fake}`, {})).status).toBe(200)
  })
})
