import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { connectedAccounts } from '../../../../server/platform/db/schema.ts'
import { connectAccount } from '#support/server/page/connected-accounts.ts'
import { signUp } from '#support/server/people.ts'
import { startProviderSite } from '#support/server/hosts/provider-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const USER = '/v1/proxy/instagram/user_info'
const MEDIA = '/v1/proxy/instagram/media'

const site = await forThisFile(startProviderSite())
const server = await startTestServer({ providers: site.providers })
const ana = newCreatorPerTest(server)
afterEach(() => {
  site.failingStatus = undefined
  site.acceptsTokens = true
})

const connect = (type: 'instagram' | 'facebook' = 'instagram') => connectAccount(ana, site, type)

async function read(path: string, person = ana) {
  const response = await person.send('GET', path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('returns the profile of the connected account (R-375, A-085)', async () => {
  const { id } = await connect()
  const answer = await read(`${USER}?account_id=${id}`)
  expect(answer).toEqual({
    status: 200,
    body: {
      username: 'ana.example',
      name: 'Ana Example',
      profile_picture_url: `${site.origin}/pictures/face.jpg`,
      media_count: 3,
    },
  })
  expect(await read(USER)).toEqual(answer)
})

test('lists posts in pages, a video with its picture (R-375, A-085)', async () => {
  const { id } = await connect()
  expect((await read(`${MEDIA}?account_id=${id}`)).body).toEqual({
    results: [
      {
        id: 'p1',
        media_url: `${site.origin}/pictures/p1.jpg`,
        thumbnail_url: `${site.origin}/pictures/p1.jpg`,
        permalink: 'https://www.instagram.com/p/p1/',
        caption: 'A lamp',
      },
      expect.objectContaining({ id: 'p2', caption: '' }),
    ],
    next: '2',
  })
  expect((await read(`${MEDIA}?account_id=${id}&after=2`)).body).toEqual({
    results: [expect.objectContaining({ id: 'p3', media_url: `${site.origin}/pictures/p3.jpg` })],
    next: null,
  })
})

test.each([USER, MEDIA])('%s is a 400 while nothing is connected (R-375)', async (path) => {
  const refused = { status: 400, body: { errors: { account_id: expect.any(Array) as unknown } } }
  expect(await read(path)).toEqual(refused)
  const facebook = await connect('facebook')
  expect(await read(`${path}?account_id=${facebook.id}`)).toEqual(refused)
  const { id } = await connect()
  await ana.send('PATCH', `/v2/my/connected_accounts/${id}/`, { is_active: false })
  expect(await read(path)).toEqual(refused)
})

test.each([USER, MEDIA])('%s does not read the account of another user', async (path) => {
  const { id } = await connect()
  const bob = await signUp(server)
  expect((await read(`${path}?account_id=${id}`, bob)).status).toBe(400)
})

test.each(['0', 'x', '-1', '99999999999'])('an account_id of %s is refused', async (id) => {
  expect((await read(`${USER}?account_id=${id}`)).status).toBe(400)
})

const PATHS = [USER, MEDIA]
test.each(PATHS)('%s is a 502 when Instagram fails, never made up (A-085)', async (path) => {
  await connect()
  site.failingStatus = 500
  expect(await read(path)).toEqual({ status: 502, body: {} })
})

test('an access revoked at Instagram is reported as such', async () => {
  await connect()
  site.acceptsTokens = false
  const { status, body } = await read(USER)
  expect([status, body['errors']]).toEqual([
    400,
    { account_id: ['Instagram has ended this connection. Connect the account again.'] },
  ])
})

test('a token in use is renewed in its last thirty days', async () => {
  await connect()
  const mine = and(eq(connectedAccounts.userId, ana.uuid), eq(connectedAccounts.accountType, 1))
  const soon = new Date(Date.now() + 24 * 60 * 60 * 1000)
  await server.deps.db.update(connectedAccounts).set({ tokenExpiresAt: soon }).where(mine)
  const before = site.tokens.length
  expect((await read(USER)).status).toBe(200)
  expect(site.tokens).toHaveLength(before + 1)
  const [row] = await server.deps.db.select().from(connectedAccounts).where(mine)
  expect(row?.tokenExpiresAt?.getTime()).toBeGreaterThan(soon.getTime())
  expect((await read(USER)).status).toBe(200)
  expect(site.tokens).toHaveLength(before + 1)
})
