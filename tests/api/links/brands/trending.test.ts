import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type * as brands from '#contract/partners/brands.ts'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { ownVisitors, wallets } from '../../../../server/platform/db/schema.ts'
import { open, SIGN_UP, type LoginPage } from '#support/server/hosts/login-pages.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { startWithBrands, type Rows } from '#support/server/links/brand-list.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { finishSignIn, newEmail, PASSWORD } from '#support/server/people.ts'
import { addLink, type LinkFields } from '#support/server/links/short-links.ts'

const { server, ana, get, brandId } = await startWithBrands()

/** Creator with a link to the page and one click per visitor. */
type Creator = Partial<LinkFields> & {
  age?: number
  isConfirmed?: boolean
  visitors?: string[]
  /** Kind of the clicks. */
  kind?: number
  /** Payout address; empty for none. */
  payout?: string
  /** Cookie that the browser had before. */
  cookie?: string
}
async function creatorOf(
  url: string,
  {
    age = 8,
    isConfirmed = true,
    visitors = ['v1'],
    kind = KIND.unique,
    payout = `${randomUUID()}@pay.example`,
    cookie = '',
    ...more
  }: Creator = {},
) {
  const form = await open(server, SIGN_UP, cookie)
  const signedUp = await form.submit({ email: newEmail(), password: PASSWORD })
  const person = await arrived(signedUp)
  await server.deps.db.insert(wallets).values({ userId: person.uuid, paypalEmail: payout })
  await server.deps.sql`
    update users set created_at = now() - make_interval(days => ${age}),
      email_confirmed_at = ${isConfirmed ? new Date() : null} where id = ${person.uuid}`
  const read = { name: 'The page says so', metaProgress: 100 }
  const link = await addLink(server, { userId: person.uuid, url, ...read, ...more })
  await clicked(link, visitors, kind)
  return { ...person, cookie: signedUp.cookie }
}

/** Records clicks by these visitors at the current time. */
async function clicked(link: { id: string }, visitors: string[], kind: number = KIND.unique) {
  for (const visitor of visitors) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    await server.deps.sql`
      insert into click_events (id, link_id, brand_id, at, kind, visitor)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid,
        ${link.id}, brand_id, now(), ${kind}, ${visitor} from links where id = ${link.id}`
  }
}

/** Returns the user who has just signed up on this page. */
async function arrived(page: LoginPage) {
  const { token } = await finishSignIn(server, page)
  if (!token) throw new Error('not signed in')
  const me = await server.request('GET', '/v1/users/me', { token })
  return (await me.json()) as { uuid: string }
}

/** Moves all clicks so far into the past. */
const makeClicksOld = () =>
  server.deps.sql`update click_events set id = ('00000000' || substr(id::text, 9))::uuid`

const counted = async () => {
  await server.deps.jobs.add(server.deps.db, 'trending', {})
  await allJobsDone(server)
}

const trending = async () => {
  await counted()
  return (await get<Rows<brands.TrendingProduct>>('/v2/my/discover/products/trending/')).results
}

test('a product is shown once three creators link to it, without any creator’s own data (R-520, D-55)', async () => {
  const pan = 'https://www.kitchen.example/pan'
  await creatorOf(`${pan}?utm_source=ana&color=red`, { visitors: ['v1', 'v2'] })
  await creatorOf(`${pan}/?color=red&ref=bea#top`, { visitors: ['v2', 'v3'] })
  // None of these count: unverified email, account too new, hidden link, another page, no clicks.
  await creatorOf(`${pan}?color=red`, { isConfirmed: false })
  await creatorOf(`${pan}?color=red`, { age: 6 })
  await creatorOf(`${pan}?color=red`, { isHidden: true })
  await creatorOf(`${pan}?color=blue`)
  await creatorOf(`${pan}?color=red`, { visitors: [] })
  // Clicks by bots, previews and the owner do not count.
  for (const kind of [KIND.preview, KIND.bot, KIND.own])
    await creatorOf(`${pan}?color=red`, { kind })
  expect(await trending()).toEqual([])
  const own = { name: 'A gift for my wife', nameChosen: true }
  await creatorOf(`${pan}?fbclid=secret&color=red`, { ...own, visitors: ['v1'] })
  const id = await brandId('sample-kitchen')
  const shown = { url: `${pan}?color=red`, name: 'The page says so', domain: 'kitchen.example' }
  const organization = { uuid: id, name: 'Sample Kitchen' }
  expect(await trending()).toMatchObject([
    { ...shown, organization, clicks_7d: 3, commission_percentage: 10 },
  ])
  await makeClicksOld()
  expect(await trending()).toEqual([])
})

test('products are sorted by visitors, paged, and shown on the page of their brand (R-520, R-523)', async () => {
  const [pan, lamp] = ['https://kitchen.example/shared-pan', 'https://lamps.example/shared-lamp']
  const visitors = ['a', 'b', 'c']
  for (const visitor of visitors) {
    // Each pan had one visitor, who clicked twice. The lamp had three visitors.
    const { uuid: userId } = await creatorOf(pan, { visitors: ['a', 'a'] })
    await clicked(await addLink(server, { userId, url: lamp }), [visitor])
  }
  await counted()
  const list = '/v2/my/discover/products/trending/?page_size=1'
  const first = await get<Rows<brands.TrendingProduct>>(list)
  expect(first).toMatchObject({ count: 2, results: [{ url: lamp, clicks_7d: 3 }] })
  const second = await get<Rows<brands.TrendingProduct>>(String(first.next))
  expect(second).toMatchObject({ next: null, results: [{ url: pan, clicks_7d: 1 }] })
  const productsOf = async (key: string) => {
    const path = `/v2/my/discover/organizations/${await brandId(key)}/`
    return (await get<brands.DiscoveredOrganization>(path)).products.map(({ url }) => url)
  }
  expect(await productsOf('sample-kitchen')).toEqual([pan])
  expect(await productsOf('demo')).toEqual([lamp])
  await makeClicksOld()
})

const page = (name: string) => `https://puppets.example/${name}`

test('several accounts of one person count as one creator (R-520)', async () => {
  const shown = async () =>
    (await trending()).map(({ url }) => url).filter((url) => url.startsWith(page('')))
  const three = [1, 2, 3]
  // Creators with the same payout address, or without any, count as one.
  for (const _ of three) await creatorOf(page('payout'), { payout: 'one@pay.example' })
  for (const _ of three) await creatorOf(page('none'), { payout: '' })
  // One browser signs in to three accounts.
  let cookie = ''
  for (const _ of three) ({ cookie } = await creatorOf(page('browser'), { cookie }))
  // One device on one day, whose cookies were deleted in between.
  const visitor = '0123456789abcdef'
  for (const _ of three) {
    const { uuid: userId } = await creatorOf(page('device'))
    await server.deps.db.insert(ownVisitors).values({ userId, visitor, day: sql`current_date` })
  }
  // A chain: the second shares the payout address and the third the browser with the first.
  const first = await creatorOf(page('ring'), { payout: 'two@pay.example' })
  await creatorOf(page('ring'), { payout: 'two@pay.example' })
  await creatorOf(page('ring'), { cookie: first.cookie })
  expect(await shown()).toEqual([])
  // Two independent creators more make three.
  await creatorOf(page('browser'))
  expect(await shown()).toEqual([])
  await creatorOf(page('browser'))
  expect(await shown()).toEqual([page('browser')])
})

const BRANDS = '/v2/my/discover/organizations/'
const names = async (query: string) =>
  (await get<Rows<brands.Organization>>(BRANDS + query)).results.map(({ name }) => name)

test('trending brands are sorted by recent visitors only (R-521)', async () => {
  const [kitchen, lamps] = [await brandId('sample-kitchen'), await brandId('demo')]
  await creatorOf('https://lamps.example/1', { brandId: lamps, visitors: ['a', 'b', 'b'] })
  await creatorOf('https://kitchen.example/1', { brandId: kitchen, visitors: ['a', 'a', 'a', 'a'] })
  await counted()
  expect(await names('?type=trending')).toEqual(['Demo Lamps', 'Sample Kitchen'])
  await server.deps.sql`
    update click_events set id = ('00000000' || substr(id::text, 9))::uuid where brand_id = ${lamps}`
  await counted()
  expect(await names('?type=trending')).toEqual(['Sample Kitchen', 'Demo Lamps'])
  const refused = fieldError('type', 'Choose trending or top.')
  expect(await ask(ana, 'GET', `${BRANDS}?type=best`)).toEqual(refused)
})
