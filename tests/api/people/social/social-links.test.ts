import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FieldErrors } from '#contract/common.ts'
import {
  MAX_SOCIAL_LINKS,
  type SocialLink,
  type SocialLinks,
} from '#contract/social/social-links.ts'
import { publicSocialLinks } from '../../../../server/people/social/social-links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const ROOT = '/v2/my/socialmedialinks/'
const IG = 'https://www.instagram.com/'
const pathOf = (id: number | undefined) => `${ROOT}${id}/`

const server = await startTestServer()
const ana = newCreatorPerTest(server)

type Answer = SocialLink & { errors?: FieldErrors }

async function send(method: string, path: string, account_url: unknown, person = ana) {
  const response = await person.send(method, path, { account_url })
  return { status: response.status, body: (await response.json()) as Answer }
}
const add = async (account_url: string, person = ana) =>
  (await send('POST', ROOT, account_url, person)).body

const listOf = async (person: Person) => (await person.get<SocialLinks>(ROOT)).results

describe('GET and POST', () => {
  test('the list is empty at first (R-335, A-075)', async () => {
    expect(await ana.get(ROOT)).toEqual({ results: [] })
  })

  test('type, name and icon are derived from the address (R-323, R-336, A-076)', async () => {
    const { status, body } = await send('POST', ROOT, 'http://instagram.com/ana?hl=en')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number) as number,
      account_type: 1,
      account_name: 'ana',
      account_url: `${IG}ana`,
      icon_url: '/icons/social-instagram.svg',
    })
    expect(await listOf(ana)).toEqual([body])
  })

  test('links keep the order in which they were added, each type with its icon (R-325)', async () => {
    const sites = ['https://ana.example/shop', 'https://www.youtube.com/@ana']
    for (const url of [...sites, 'https://www.tiktok.com/@ana', `${IG}ana`]) await add(url)
    const all = await listOf(ana)
    expect(all.map(({ account_type }) => account_type)).toEqual([4, 3, 2, 1])
    const names = ['ana.example/shop', 'ana', 'ana', 'ana']
    expect(all.map(({ account_name }) => account_name)).toEqual(names)
    for (const { icon_url } of all) expect(existsSync(`public${icon_url}`)).toBe(true)
  })

  test.each([
    ['not an address', 'This address doesn’t work. Start with https://'],
    ['javascript:alert(1)', 'This address doesn’t work. Start with https://'],
    ['https://ana:x@ana.example/', 'Remove the user name and password from this address.'],
    [`${IG}a-b`, 'Instagram handles have up to 30 letters, numbers, dots and underscores.'],
    [`https://ana.example/${'x'.repeat(2000)}`, 'Keep this under 2000 characters.'],
    [undefined, 'This field is required.'],
    [7, 'This value is not valid.'],
  ])('%s is refused on the field (R-336)', async (url, text) => {
    const { status, body } = await send('POST', ROOT, url)
    expect([status, body.errors]).toEqual([400, { account_url: [text] }])
    expect(await listOf(ana)).toEqual([])
  })

  test('a long address with multi-byte characters is kept', async () => {
    const url = `https://ana.example/${'ü'.repeat(1900)}`
    expect((await add(url)).account_url).toBe(url)
  })

  test('a request sent twice with a key adds one link (A-076)', async () => {
    const key = { 'Idempotency-Key': 'social-1' }
    const sendAgain = () => ana.send('POST', ROOT, { account_url: `${IG}ana` }, key)
    const [first, again] = [await sendAgain(), await sendAgain()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(await first.json())
    expect(await listOf(ana)).toHaveLength(1)
  })
})

const TWICE = { non_field_errors: ['You already have this link.'] }

describe('errors without a field', () => {
  test.each([
    [`${IG}ana`, 'http://instagram.com/ANA/'],
    ['https://Ana.example', 'https://ana.example/'],
  ])('%s cannot be added again as %s (A-076)', async (first, again) => {
    await add(first)
    const { status, body } = await send('POST', ROOT, again)
    expect([status, body.errors]).toEqual([400, TWICE])
    expect(await listOf(ana)).toHaveLength(1)
  })

  test('a link cannot be changed to an existing address, but to its own', async () => {
    await add(`${IG}ana`)
    const ben = await add(`${IG}ben`)
    const { status, body } = await send('PATCH', pathOf(ben.id), `${IG}ana`)
    expect([status, body.errors]).toEqual([400, TWICE])
    expect((await send('PATCH', pathOf(ben.id), `${IG}Ben`)).body.account_name).toBe('Ben')
  })

  test('case matters in the path of other addresses', async () => {
    await add('https://ana.example/a')
    expect((await send('POST', ROOT, 'https://ana.example/A')).status).toBe(201)
  })

  test('the number of links is limited, also for simultaneous requests (A-076)', async () => {
    for (let index = 1; index < MAX_SOCIAL_LINKS; index += 1) await add(`${IG}ana${index}`)
    const urls = ['a', 'b', 'c'].map((name) => `https://${name}.example/`)
    const answers = await Promise.all(urls.map((url) => send('POST', ROOT, url)))
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(2)
    for (const { body } of refused)
      expect(body.errors).toEqual({ non_field_errors: ['You can have 20 social links.'] })
    expect(await listOf(ana)).toHaveLength(MAX_SOCIAL_LINKS)
  })
})

describe('a social link', () => {
  test('is read by its id (R-337, A-077)', async () => {
    const link = await add(`${IG}ana`)
    expect(await ana.get(pathOf(link.id))).toEqual(link)
  })

  test('can get another address, type and name, and keeps its position (R-338, A-077)', async () => {
    const link = await add(`${IG}ana`)
    const last = await add(`${IG}ben`)
    const { status, body } = await send('PATCH', pathOf(link.id), 'https://tiktok.com/@ana.shop')
    expect(status).toBe(200)
    const shop = { account_name: 'ana.shop', account_url: 'https://www.tiktok.com/@ana.shop' }
    const icon_url = '/icons/social-tiktok.svg'
    expect(body).toEqual({ id: link.id, account_type: 2, icon_url, ...shop })
    expect(await listOf(ana)).toEqual([body, last])
  })

  test('stays as it is when the new address is refused', async () => {
    const link = await add(`${IG}ana`)
    const { status, body } = await send('PATCH', pathOf(link.id), 'ana')
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['account_url']])
    expect(await listOf(ana)).toEqual([link])
  })

  test('is removed (R-339, A-077)', async () => {
    const link = await add(`${IG}ana`)
    expect((await ana.send('DELETE', pathOf(link.id))).status).toBe(204)
    expect(await listOf(ana)).toEqual([])
    expect((await ana.send('GET', pathOf(link.id))).status).toBe(404)
  })

  test('can be removed twice with one key', async () => {
    const link = await add(`${IG}ana`)
    const key = { 'Idempotency-Key': 'social-2' }
    for (const _ of [1, 2])
      expect((await ana.send('DELETE', pathOf(link.id), undefined, key)).status).toBe(204)
  })

  const NO_IDS = ['0', '-1', '1.5', 'x', '2147483648', '99999999999', '1%27']
  test.each(NO_IDS)('is not found with the id %s', async (id) => {
    for (const method of ['GET', 'DELETE'])
      expect((await ana.send(method, `${ROOT}${id}/`)).status).toBe(404)
    expect((await send('PATCH', `${ROOT}${id}/`, `${IG}ana`)).status).toBe(404)
  })
})

test('users cannot read, change or remove links of others', async () => {
  const link = await add(`${IG}ana`)
  const ben = await signUp(server)
  expect(await listOf(ben)).toEqual([])
  expect((await ben.send('GET', pathOf(link.id))).status).toBe(404)
  for (const url of [`${IG}ben`, 'no address'])
    expect((await send('PATCH', pathOf(link.id), url, ben)).status).toBe(404)
  expect((await ben.send('DELETE', pathOf(link.id))).status).toBe(404)
  expect(await listOf(ana)).toEqual([link])
  expect((await send('POST', ROOT, `${IG}ana`, ben)).status).toBe(201)
})

test('prefixes exist for the three networks (R-324, R-340, A-078)', async () => {
  expect(await ana.get(`${ROOT}prefix/`)).toEqual({
    results: [
      { account_type: 1, url_prefix: 'https://www.instagram.com/' },
      { account_type: 2, url_prefix: 'https://www.tiktok.com/@' },
      { account_type: 3, url_prefix: 'https://www.youtube.com/@' },
    ],
  })
})

test('a public page shows the links by type, in their order', async () => {
  await add('https://ana.example/')
  await add(`${IG}ana`)
  const ben = await signUp(server)
  await add(`${IG}ben`, ben)
  expect(await publicSocialLinks(server.deps.db, ana.uuid)).toEqual([
    { type: 'other', name: 'ana.example', url: 'https://ana.example/' },
    { type: 'instagram', name: 'ana', url: `${IG}ana` },
  ])
})
