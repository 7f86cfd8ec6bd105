import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ShortLink } from '#contract/links/short-link.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addBrand,
  addLink,
  countClicks,
  editLink,
  LINKS,
  linkPath,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator({
  appOrigin: 'https://app.example',
  shortLinkHost: 'https://go.example',
})

test('a link is created with every field of the contract (R-140, R-143, R-148, R-160, R-173)', async () => {
  const url = 'https://www.shop.example/lamp?a=1'
  const result = await addLink(ana, url)
  expect(v.parse(v.strictObject(ShortLink.entries), result)).toEqual(result)
  expect(result.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(result).toMatchObject({
    name: 'shop.example',
    image_url: null,
    domain: 'shop.example',
    url,
    url_editable: true,
    target_url: url,
    split_url: `https://go.example/${result.short_code}`,
    commission_percentage: null,
    lifetime_clicks: 0,
    lifetime_commissions: 0,
    lifetime_revenue: 0,
    meta_extraction_progress: 0,
    meta_extraction_error: null,
    regular_collection_names: [],
    tags: [],
    treat_as_in_network: false,
    treat_as_in_network_editable: false,
    link_domain_id: { domain: 'go.example', id: 1, is_main: true },
    utm_source: '',
    is_hidden: false,
  })
  expect(new Date(result.created_at).toISOString()).toBe(result.created_at)
})

test('a link is read bare, with and without the final slash (R-176)', async () => {
  const link = await addLink(ana)
  expect(await readLink(ana, link)).toEqual(link)
  expect((await ask(ana, 'GET', `${LINKS}${link.uuid}`)).body).toEqual(link)
})

test.each([
  ['example.com', 'http://example.com/'],
  ['  example.com/a?x=1#y ', 'http://example.com/a/?x=1#y'],
  ['example.com/item.html', 'http://example.com/item.html'],
  ['example.com:8080/a', 'http://example.com:8080/a/'],
  ['HTTPS://Shop.EXAMPLE/Path', 'https://shop.example/Path'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://shop.example/a b', 'https://shop.example/a%20b'],
  ['http://localhost:5173/x', 'http://localhost:5173/x'],
])('the URL %j is normalised to %s (R-144, R-198)', async (typed, url) => {
  expect((await addLink(ana, typed)).url).toBe(url)
})

test('only the first link has the hint, also of two simultaneous ones (R-159)', async () => {
  const ben = await signUp(server)
  const both = await Promise.all([addLink(ben), addLink(ben)])
  expect(both.filter((link) => link.has_tutorial_enabled)).toHaveLength(1)
  expect((await addLink(ben)).has_tutorial_enabled).toBe(false)
})

test('a link to a network store or its subdomain earns commission (R-149, R-157, R-158)', async () => {
  await addBrand(server, 'brand.example', 750)
  const link = await addLink(ana, 'https://de.brand.example/sofa')
  const earning = { treat_as_in_network: true, treat_as_in_network_editable: true }
  expect(link).toMatchObject({ commission_percentage: 7.5, ...earning })
  const other = await addLink(ana, 'https://notbrand.example/sofa')
  expect(other.treat_as_in_network_editable).toBe(false)
})

test('money is answered in dollars (R-151, R-152)', async () => {
  const link = await addLink(ana)
  const { sql } = server.deps
  await sql`update links set revenue_cents = 12345, commission_cents = 926 where id = ${link.uuid}`
  const dollars = { lifetime_revenue: 123.45, lifetime_commissions: 9.26 }
  expect(await readLink(ana, link)).toMatchObject(dollars)
})

test('a clone is a separate link with the same content (R-167, R-178, R-179)', async () => {
  const link = await addLink(ana, 'https://shop.example/clone-me')
  const own = { name: 'Lamp', tags: ['a', 'b'], utm_source: 'ig' }
  await editLink(ana, link, own)
  await countClicks(server, link, 5)
  const v1 = '/v1/users/me/links/split/clone'
  for (const { status, body } of [
    await ask<Made>(ana, 'POST', `${linkPath(link)}clone/`),
    await ask<Made>(ana, 'POST', v1, { uuid: link.uuid }),
  ]) {
    expect(status).toBe(201)
    expect(body.result).toMatchObject({
      ...own,
      url: 'https://shop.example/clone-me',
      lifetime_clicks: 0,
      url_editable: true,
      is_hidden: false,
      has_tutorial_enabled: false,
    })
    expect(body.result.uuid).not.toBe(link.uuid)
    expect(body.result.short_code).not.toBe(link.short_code)
  }
  const unknown = { uuid: crypto.randomUUID() }
  expect(await ask(ana, 'POST', v1, unknown)).toEqual(
    fieldError('uuid', 'This link does not exist.'),
  )
})

test('the next short code is free, readable and not reserved (R-181)', async () => {
  const codes = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const { body } = await ask<Made>(ana, 'GET', `${LINKS}next_short_code/`)
    expect(body.result.short_code).toMatch(/^[2-9b-df-hj-km-np-tv-z]{6,7}$/)
    codes.add(body.result.short_code)
  }
  expect(codes.size).toBe(20)
})

test('only usable domains are listed: the main one and verified ones (R-182, R-446, R-447)', async () => {
  const ben = await signUp(server)
  const { sql } = server.deps
  await sql`insert into link_domains (domain, user_id) values ('ben.example', ${ben.uuid})`
  const main = { id: 1, domain: 'go.example', is_main: true }
  const v1 = '/v1/users/me/links/domains/'
  for (const path of [`${LINKS}domains/`, `${v1}active/`, v1])
    expect((await ask(ben, 'GET', path)).body).toEqual({ results: [main] })
})

test('a repeated create with one key makes one link', async () => {
  const ben = await signUp(server)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const body = { url: 'https://shop.example/once' }
  const first = await ask(ben, 'POST', LINKS, body, headers)
  expect(await ask(ben, 'POST', LINKS, body, headers)).toEqual(first)
  expect((await search(ben)).count).toBe(1)
})
