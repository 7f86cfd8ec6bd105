import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LinkProblem } from '#contract/links.ts'
import { linkPath } from '#contract/activity.ts'
import { listed, texts } from '#support/server/activity.ts'
import { changes, editLink, linkPath as apiPath, readLink, search } from '#support/server/links.ts'
import {
  passHealthDay,
  product,
  checkOnly,
  checkOnlyTwice,
} from '#support/server/links/link-health.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { html, redirectTo, startShopSite, type ShopSite } from '#support/server/hosts/shop-site.ts'
import { addLink, type StoredLink } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let site: ShopSite
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await signUp(server)
  site = await startShopSite()
  return () => site.stop()
})

const linkTo = (url: string, more: object = {}) =>
  addLink(server, { userId: ana.uuid, name: 'Hats', url, host: new URL(url).host, ...more })

const healthOf = async (link: StoredLink) =>
  (await readLink(ana, { uuid: link.id })).health?.problem ?? null

describe('a problem is told when two visits a day apart find it', () => {
  test.each<[LinkProblem, string, () => string]>([
    ['gone', 'leads to a page that seems to be gone.', () => site.put('/hat', { status: 404 })],
    ['gone', 'leads to a page that seems to be gone.', () => site.put('/hat', { status: 410 })],
    ['gone', 'leads to a page that seems to be gone.', () => 'http://no-such-shop.invalid/hat'],
    [
      'home',
      'leads to the shop’s home page now.',
      () => {
        site.put('/', html('<title>Shop</title>'))
        return site.put('/hats/1', redirectTo('/'))
      },
    ],
    [
      'sold-out',
      'seems to be out of stock.',
      () => site.put('/hat', product('https://schema.org/OutOfStock')),
    ],
    [
      'sold-out',
      'seems to be out of stock.',
      () => site.put('/hat', html('<meta property="product:availability" content="out of stock">')),
    ],
  ])('%s', async (problem, says, put) => {
    const link = await linkTo(put())
    await checkOnly(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
    await passHealthDay(server, link)
    await checkOnly(server, link)
    expect(await healthOf(link)).toBe(problem)
    const { notifications } = await listed(ana, 'special/rendered')
    expect(notifications).toMatchObject([
      { text: `Hats ${says}`, url: linkPath(link.id, 'edit'), group: 'special' },
    ])
    await checkOnly(server, link)
    expect(await texts(ana)).toHaveLength(1)
  })

  test('a second visit too soon confirms nothing', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    await checkOnly(server, link)
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
  })

  test('a page that is back by then was never told, and one that comes back later loses its mark', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    await checkOnly(server, link)
    await passHealthDay(server, link)
    site.put('/hat', html('<title>Hat</title>'))
    await checkOnly(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
    site.put('/hat', { status: 404 })
    await checkOnlyTwice(server, link)
    expect(await healthOf(link)).toBe('gone')
    site.put('/hat', html('<title>Hat</title>'))
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
  })

  test('the list learns of it', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    const { cursor } = await search(ana)
    await checkOnlyTwice(server, link)
    const { results } = await changes(ana, cursor)
    expect(results.map(({ uuid, health }) => [uuid, health?.problem])).toEqual([[link.id, 'gone']])
  })
})

describe('what is no problem', () => {
  test.each<[string, () => string]>([
    ['a page that is there', () => site.put('/hat', html('<title>Hat</title>'))],
    ['one size left', () => site.put('/hat', product('https://schema.org/InStock'))],
    ['a shop that keeps us out', () => site.put('/hat', { status: 403 })],
    ['a shop that is down', () => site.put('/hat', { status: 500 })],
    ['a port where nobody answers', () => 'http://127.0.0.1:1025/hat'],
    ['a link to the home page itself', () => site.put('/', html('<title>Shop</title>'))],
    [
      'a redirect to the page’s new place',
      () => {
        site.put('/new/hat', html('<title>Hat</title>'))
        return site.put('/hat', redirectTo('/new/hat'))
      },
    ],
  ])('%s', async (_what, put) => {
    const link = await linkTo(put())
    await checkOnlyTwice(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
  })

  test('a hidden link is not visited', async () => {
    await checkOnly(server, await linkTo(site.put('/hat', { status: 404 }), { isHidden: true }))
    expect(site.paths()).toEqual([])
  })
})

const ask = (method: string, link: StoredLink, person = ana) =>
  person.send(method, `${apiPath({ uuid: link.id })}health`)

describe('what its creator can do', () => {
  test('look again: a page that is back loses its mark at once', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    await checkOnlyTwice(server, link)
    site.put('/hat', html('<title>Hat</title>'))
    await passHealthDay(server, link)
    const response = await ask('POST', link)
    expect(await response.json()).toMatchObject({ uuid: link.id, health: null })
  })

  test('tapping again and again asks the shop once', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    for (let times = 0; times < 3; times += 1) await ask('POST', link)
    expect(site.paths().filter((path) => path === '/hat')).toHaveLength(1)
  })

  test('dismiss: no mark any more, unless something else is wrong', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    await checkOnlyTwice(server, link)
    expect(await (await ask('DELETE', link)).json()).toMatchObject({ health: null })
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
    site.put('/hat', product('OutOfStock'))
    await checkOnlyTwice(server, link)
    expect(await healthOf(link)).toBe('sold-out')
  })

  test('another target is another page', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    await checkOnlyTwice(server, link)
    await editLink(ana, { uuid: link.id }, { url: `${site.origin}/cap` })
    expect(await healthOf(link)).toBeNull()
  })

  test('another’s link is a 404', async () => {
    const link = await linkTo(site.put('/hat', { status: 404 }))
    const bob = await signUp(server)
    expect((await ask('POST', link, bob)).status).toBe(404)
    expect((await ask('DELETE', link, bob)).status).toBe(404)
    expect(site.paths()).toEqual([])
  })
})
