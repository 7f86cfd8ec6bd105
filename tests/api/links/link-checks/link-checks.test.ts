import { ask } from '#support/server/asking.ts'
import { describe, expect, test } from 'vitest'
import type { LinkProblem } from '#contract/links/short-link.ts'
import { linkPath } from '#contract/activity.ts'
import { listed, texts } from '#support/server/activity.ts'
import { changes, editLink, linkPath as apiPath, search } from '#support/server/links.ts'
import {
  passHealthDay,
  product,
  checkedPersonPerTest,
  checkOnly,
  checkOnlyTwice,
} from '#support/server/links/link-health.ts'
import { signUp } from '#support/server/people.ts'
import { html, redirectTo } from '#support/server/hosts/shop-site.ts'
import type { StoredLink } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { site, ana, linkTo, healthOf } = checkedPersonPerTest(server)

/** Adds a link whose target is missing. */
const goneHat = (more?: object) => linkTo(site.put('/hat', { status: 404 }), more)
const bringBack = () => site.put('/hat', html('<title>Hat</title>'))
/** Adds a page and a redirect to it. Returns the URL of the redirect. */
const movedTo = (path: string, page: string) => {
  site.put(path, html(page))
  return site.put('/old/hat', redirectTo(path))
}

const GONE = 'leads to a page that seems to be gone.'
const SOLD_OUT = 'seems to be out of stock.'
const OUT_OF_STOCK = '<meta property="product:availability" content="out of stock">'

describe('a problem is reported when two visits a day apart find it', () => {
  test.each<[LinkProblem, string, () => string]>([
    ['gone', GONE, () => site.put('/hat', { status: 404 })],
    ['gone', GONE, () => site.put('/hat', { status: 410 })],
    ['gone', GONE, () => 'http://no-such-shop.invalid/hat'],
    ['home', 'now leads to the shop’s home page.', () => movedTo('/', '<title>Shop</title>')],
    ['sold-out', SOLD_OUT, () => site.put('/hat', product('https://schema.org/OutOfStock'))],
    ['sold-out', SOLD_OUT, () => site.put('/hat', html(OUT_OF_STOCK))],
  ])('%s', async (problem, says, put) => {
    const link = await linkTo(put())
    await checkOnly(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
    await passHealthDay(server, link)
    await checkOnly(server, link)
    expect(await healthOf(link)).toBe(problem)
    const { notifications } = await listed(ana, 'special/rendered')
    const told = { text: `Hats ${says}`, url: linkPath(link.id, 'edit'), group: 'special' }
    expect(notifications).toMatchObject([told])
    await checkOnly(server, link)
    expect(await texts(ana)).toHaveLength(1)
  })

  test('a second visit that comes too soon confirms nothing', async () => {
    const link = await goneHat()
    await checkOnly(server, link)
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
  })

  test('a page that works at the second visit is not reported, and one that works later is cleared', async () => {
    const link = await goneHat()
    await checkOnly(server, link)
    await passHealthDay(server, link)
    bringBack()
    await checkOnly(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
    site.put('/hat', { status: 404 })
    await checkOnlyTwice(server, link)
    expect(await healthOf(link)).toBe('gone')
    bringBack()
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
  })

  test('the delta of links contains it', async () => {
    const link = await goneHat()
    const { cursor } = await search(ana)
    await checkOnlyTwice(server, link)
    const { results } = await changes(ana, cursor)
    expect(results.map(({ uuid, health }) => [uuid, health?.problem])).toEqual([[link.id, 'gone']])
  })
})

describe('what is not a problem', () => {
  test.each<[string, () => string]>([
    ['a page that is there', bringBack],
    ['one size left', () => site.put('/hat', product('https://schema.org/InStock'))],
    ['a shop that keeps us out', () => site.put('/hat', { status: 403 })],
    ['a shop that is down', () => site.put('/hat', { status: 500 })],
    ['a port where nobody answers', () => 'http://127.0.0.1:1025/hat'],
    ['a link to the home page itself', () => site.put('/', html('<title>Shop</title>'))],
    ['a redirect to the page’s new place', () => movedTo('/new/hat', '<title>Hat</title>')],
  ])('%s', async (_what, put) => {
    const link = await linkTo(put())
    await checkOnlyTwice(server, link)
    expect([await healthOf(link), await texts(ana)]).toEqual([null, []])
  })

  test('a hidden link is not visited', async () => {
    await checkOnly(server, await goneHat({ isHidden: true }))
    expect(site.paths()).toEqual([])
  })
})

const health = (method: string, link: StoredLink, person = ana) =>
  ask(person, method, `${apiPath({ uuid: link.id })}health`)

describe('actions of the creator', () => {
  test('check again: a page that works is cleared at once', async () => {
    const link = await goneHat()
    await checkOnlyTwice(server, link)
    bringBack()
    await passHealthDay(server, link)
    expect((await health('POST', link)).body).toMatchObject({ uuid: link.id, health: null })
  })

  test('repeated checks request the page once', async () => {
    const link = await goneHat()
    for (let times = 0; times < 3; times += 1) await health('POST', link)
    expect(site.paths().filter((path) => path === '/hat')).toHaveLength(1)
  })

  test('dismiss: the problem stays hidden until another one is found', async () => {
    const link = await goneHat()
    await checkOnlyTwice(server, link)
    expect((await health('DELETE', link)).body).toMatchObject({ health: null })
    await checkOnly(server, link)
    expect(await healthOf(link)).toBeNull()
    site.put('/hat', product('OutOfStock'))
    await checkOnlyTwice(server, link)
    expect(await healthOf(link)).toBe('sold-out')
  })

  test('a new target clears the problem', async () => {
    const link = await goneHat()
    await checkOnlyTwice(server, link)
    await editLink(ana, { uuid: link.id }, { url: `${site.origin}/cap` })
    expect(await healthOf(link)).toBeNull()
  })

  test('the link of another user is a 404', async () => {
    const link = await goneHat()
    const bob = await signUp(server)
    expect((await health('POST', link, bob)).status).toBe(404)
    expect((await health('DELETE', link, bob)).status).toBe(404)
    expect(site.paths()).toEqual([])
  })
})
