import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CONNECTED_ACCOUNTS } from '#contract/people/connected-accounts.ts'
import { decryptToken } from '../../../../server/platform/secrets/token-cipher.ts'
import { connectedAccounts } from '../../../../server/platform/db/schema.ts'
import {
  accountsOf,
  ACCOUNTS,
  addByCode,
  connectAccount,
} from '#support/server/page/connected-accounts.ts'
import { signUp } from '#support/server/people.ts'
import { callbackOf, startProviderSite } from '#support/server/hosts/provider-site.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const site = await forThisFile(startProviderSite())
const server = await startTestServer({ providers: site.providers })
const ana = newCreatorPerTest(server)
afterEach(() => {
  site.failingStatus = undefined
  site.name = 'ana.example'
})

describe('connecting by a code', () => {
  test('an Instagram account is stored with its name, address and our copy of its picture (R-366, R-382, A-081)', async () => {
    const { status, result } = await addByCode(ana, 'instagram', {
      code: site.code('instagram'),
      redirect_uri: callbackOf('instagram'),
    })
    expect(status).toBe(200)
    expect(result).toEqual({
      id: expect.any(Number) as number,
      account_type: 1,
      account_name: 'ana.example',
      account_url: 'https://www.instagram.com/ana.example',
      avatar_url: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/) as string,
      is_active: true,
      connected_at: expect.stringMatching(/Z$/) as string,
    })
    const picture = await server.request('GET', result?.avatar_url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await accountsOf(ana)).toEqual([result])
  })

  test('a Facebook account too (R-367, A-082)', async () => {
    const account = await connectAccount(ana, site, 'facebook')
    expect(account).toMatchObject({
      account_type: 2,
      account_name: 'Ana Example',
      account_url: null,
      avatar_url: expect.stringMatching(/^\/media\//) as string,
    })
    expect(await accountsOf(ana)).toEqual([account])
  })

  test.each(['instagram', 'facebook'] as const)(
    'a code unknown to %s gets an error at its field, and adds no account (R-366, R-367)',
    async (type) => {
      const { status, errors } = await addByCode(ana, type, {
        code: 'made-up',
        redirect_uri: callbackOf(type),
      })
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ['code']])
      expect(await accountsOf(ana)).toEqual([])
    },
  )

  test('a code that was sent to another address is refused', async () => {
    const code = site.code('instagram', 'https://elsewhere.example/')
    const sent = { code, redirect_uri: callbackOf('instagram') }
    expect((await addByCode(ana, 'instagram', sent)).errors).toHaveProperty('code')
  })

  test.each(['https://evil.example/', 'x', 'javascript:alert(1)', callbackOf('facebook')])(
    'a redirect_uri that is not a callback is refused before the provider is asked: %s',
    async (redirect_uri) => {
      const before = site.requests.length
      const { status, errors } = await addByCode(ana, 'instagram', {
        code: site.code('instagram'),
        redirect_uri,
      })
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ['redirect_uri']])
      expect(site.requests).toHaveLength(before)
    },
  )

  test('the same code after a lost answer is the same account', async () => {
    const sent = { code: site.code('instagram'), redirect_uri: callbackOf('instagram') }
    const first = await addByCode(ana, 'instagram', sent)
    expect(await addByCode(ana, 'instagram', sent)).toEqual(first)
    expect(await accountsOf(ana)).toHaveLength(1)
    const other = await signUp(server)
    expect((await addByCode(other, 'instagram', sent)).errors).toHaveProperty('code')
  })

  test('an account that is connected again is one account with its current name', async () => {
    const first = await connectAccount(ana, site, 'instagram')
    await ana.send('PATCH', `${ACCOUNTS}${first.id}/`, { is_active: false })
    site.name = 'ana.cooks'
    const again = await connectAccount(ana, site, 'instagram')
    expect(again).toMatchObject({ id: first.id, account_name: 'ana.cooks', is_active: true })
    expect(await accountsOf(ana)).toHaveLength(1)
  })

  test('a provider that fails is a 502, and nothing is stored', async () => {
    const code = site.code('instagram')
    site.failingStatus = 500
    const { status } = await addByCode(ana, 'instagram', {
      code,
      redirect_uri: callbackOf('instagram'),
    })
    expect(status).toBe(502)
    expect(await accountsOf(ana)).toEqual([])
  })

  test('the number of accounts per user is limited', async () => {
    const rows = Array.from({ length: MAX_CONNECTED_ACCOUNTS }, (_, index) => ({
      userId: ana.uuid,
      accountType: 2 as const,
      providerId: `other-${index}`,
      accountName: 'Other',
      codeHash: `other-${index}`,
    }))
    await server.deps.db.insert(connectedAccounts).values(rows)
    const sent = { code: site.code('instagram'), redirect_uri: callbackOf('instagram') }
    expect((await addByCode(ana, 'instagram', sent)).errors).toHaveProperty('non_field_errors')
    expect(await accountsOf(ana)).toHaveLength(MAX_CONNECTED_ACCOUNTS)
  })
})

describe('a server without ids', () => {
  let plain: TestServer
  beforeAll(async () => {
    plain = await createTestServer()
  })
  afterAll(() => plain.stop())

  test.each([
    ['instagram', 'Instagram is not set up on this server'],
    ['facebook', 'Facebook is not set up on this server'],
  ] as const)('says so of %s (D-33, A-081, A-082)', async (type, text) => {
    const person = await signUp(plain)
    const { status, errors } = await addByCode(person, type, {
      code: 'x',
      redirect_uri: callbackOf(type),
    })
    expect([status, errors]).toEqual([400, { non_field_errors: [text] }])
  })
})

test('the app is told the ids, never the secrets (R-109)', async () => {
  const answer = await (await server.request('GET', '/v1/settings')).text()
  expect(JSON.parse(answer)).toMatchObject({
    login: {
      ig_app_id: '1001',
      fb_app_id: '2002',
      fb_api_version: 'v24.0',
      ig_authorize_url: `${site.origin}/oauth/authorize`,
      ig_scopes: 'instagram_business_basic',
      fb_authorize_host: site.origin,
    },
  })
  expect(answer).not.toMatch(/secret/)
})

const rowOf = async (id: number) =>
  (await server.deps.db.select().from(connectedAccounts).where(eq(connectedAccounts.id, id)))[0]

describe('a token', () => {
  test('is stored encrypted, and readable with its own key and owner only', async () => {
    const { id } = await connectAccount(ana, site, 'instagram')
    const { token, providerId } = (await rowOf(id)) ?? {}
    const key = server.deps.secrets.tokens
    const owner = `${ana.uuid} ${providerId}`
    expect(decryptToken(key, token ?? '', owner)).toBe(site.tokens.at(-1))
    expect(token).not.toContain('token')
    expect(decryptToken(key, token ?? '', `${ana.uuid} another`)).toBeNull()
    expect(decryptToken(Buffer.alloc(32), token ?? '', owner)).toBeNull()
    expect(decryptToken(key, `${token}AAAA`, owner)).toBeNull()
  })

  test('of Facebook is not stored, because nothing is read with it', async () => {
    const { id } = await connectAccount(ana, site, 'facebook')
    expect((await rowOf(id))?.token).toBeNull()
  })
})

test('temporary files of pictures are deleted', async () => {
  await connectAccount(ana, site, 'instagram')
  expect(readdirSync(`${server.deps.config.dataDir}/incoming`)).toEqual([])
})
