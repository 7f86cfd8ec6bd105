import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  editCollection,
  EVERY_LINK,
  ids,
  listMembers,
  names,
  markPageRead,
  readCollection,
  SMART,
} from '#support/server/links/collections.ts'
import { addLink, countClicks, editLink, readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

let counter = 0
const server = await startTestServer()
const ana = newCreatorPerTest(server)

const A = 'https://a.example/'

/** Creates a link with this name. */
async function named(name: string, edit: object = {}, url = A): Promise<ShortLink> {
  const link = await addLink(ana, url)
  return (await editLink(ana, link, { name, ...edit })).body
}

/**
 * Returns the names of the links that match the rule, in its order, after checking that all answers
 * agree.
 */
async function match(rule: object): Promise<string[]> {
  const collection = await addSmart(ana, `Rule ${(counter += 1)}`, rule)
  const { results, count } = await listMembers(ana, collection)
  expect(await readCollection(ana, collection)).toMatchObject({
    link_count: count,
    links: results.slice(0, 4).map(({ uuid, image_url }) => ({ uuid, image_url })),
    link_uuids: null,
  })
  expect(results).toHaveLength(count)
  return names(results)
}

const daysOld = (link: ShortLink, days: number) => server.deps.sql`
  update links set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc'
    - make_interval(days => ${days}) where id = ${link.uuid}`

test('a smart collection shows a link as soon as it has the tag (R-249, A-055)', async () => {
  const link = await named('Lamp')
  const ruled = await addSmart(ana, 'Tagged', { tags: ['sale'] })
  expect((await listMembers(ana, ruled)).results).toEqual([])
  await editLink(ana, link, { tags: ['sale'] })
  const path = `${SMART}${ruled.uuid}/links/`
  const { body } = await ask<{ results: ShortLink[] }>(ana, 'GET', path)
  expect(body.results).toEqual([await readLink(ana, link)])
  expect(await listMembers(ana, ruled)).toEqual(body)
  await editLink(ana, link, { tags: [] })
  expect(await readCollection(ana, ruled)).toMatchObject({ link_count: 0, links: [] })
  // Only regular collections are listed at a link.
  expect((await readLink(ana, link)).regular_collection_names).toEqual([])
})

test('rules match any tag or all of them, with regard to case (D-30)', async () => {
  await named('One', { tags: ['x'] })
  await named('Both', { tags: ['y', 'x', 'z'] })
  await named('None')
  expect(await match({ tags: ['x', 'y'] })).toEqual(['Both', 'One'])
  expect(await match({ tags: ['x', 'y'], match: 'all' })).toEqual(['Both'])
  expect(await match({ tags: ['X'] })).toEqual([])
  expect(await match(EVERY_LINK)).toEqual(['None', 'Both', 'One'])
  expect(await match({ tags: ["x' or true --", '{x}', '%'] })).toEqual([])
})

test('rules match a host and its subdomains, but no similar name (D-30)', async () => {
  await named('Host', {}, 'https://www.shop.example/')
  await named('Below', {}, 'https://de.shop.example/')
  await named('Alike', {}, 'https://notshop.example/')
  await named('Longer', {}, 'https://shop.example.org/')
  await named('Umlaut', {}, 'https://bücher.example/')
  expect(await match({ domain: 'shop.example' })).toEqual(['Below', 'Host'])
  expect(await match({ domain: ' https://WWW.Shop.example/lamps?a=1 ' })).toEqual(['Below', 'Host'])
  expect(await match({ domain: 'Bücher.example' })).toEqual(['Umlaut'])
  expect(await match({ domain: '%' }).catch(() => 'refused')).toBe('refused')
  expect(await match({ domain: '_hop.example' })).toEqual([])
  expect(await match({ created_within_days: 9, domain: '' })).toHaveLength(5)
})

test('rules count age in whole days of UTC, and clicks from a minimum (D-30)', async () => {
  const old = await named('Old')
  const edge = await named('Edge')
  await named('New')
  await daysOld(old, 8)
  await daysOld(edge, 7)
  expect(await match({ created_within_days: 7 })).toEqual(['New', 'Edge'])
  expect(await match({ created_within_days: 8 })).toEqual(['New', 'Edge', 'Old'])
  await countClicks(server, old, 10)
  await countClicks(server, edge, 9)
  expect(await match({ min_clicks: 10 })).toEqual(['Old'])
  expect(await match({ min_clicks: 9, created_within_days: 7 })).toEqual(['Edge'])
  expect(await match({ ...EVERY_LINK, min_clicks: 0 })).toHaveLength(3)
})

test('rules have every ordering and a limit (D-30)', async () => {
  const made: ShortLink[] = []
  for (const name of ['b', 'A', 'c', 'd', 'e', 'f']) {
    made.push(await named(name))
  }
  for (const [index, link] of made.entries()) await countClicks(server, link, (index * 7) % 6)
  const clicked = ['A', 'f', 'e', 'd', 'c', 'b']
  const inClicks = await match({ ...EVERY_LINK, ordering: '-lifetime_clicks' })
  expect(inClicks.toSorted()).toEqual(clicked.toSorted())
  expect(await match({ ...EVERY_LINK, ordering: 'name' })).toEqual(['A', 'b', 'c', 'd', 'e', 'f'])
  expect(await match({ ...EVERY_LINK, ordering: 'name', limit: 2 })).toEqual(['A', 'b'])
  expect(await match({ ...EVERY_LINK, limit: 1 })).toEqual(['f'])
  const byClicks = { ...EVERY_LINK, ordering: '-lifetime_clicks' }
  expect(await match({ ...byClicks, limit: 1 })).toEqual(inClicks.slice(0, 1))
  const { results } = await listMembers(ana, await addSmart(ana, 'Clicks', byClicks))
  expect(results.map((link) => link.lifetime_clicks)).toEqual([5, 4, 3, 2, 1, 0])
})

test('pages end at the limit (A-055)', async () => {
  for (let i = 0; i < 6; i++) await named(`${i}`)
  const ruled = await addSmart(ana, 'Five', { ...EVERY_LINK, ordering: 'name', limit: 5 })
  const pages: string[][] = []
  for (let page = 1; page <= 4; page++) {
    const { results, next, count } = await listMembers(ana, ruled, `?page_size=2&page=${page}`)
    pages.push(names(results))
    expect([count, next === null]).toEqual([5, page >= 3])
  }
  expect(pages).toEqual([['0', '1'], ['2', '3'], ['4'], []])
})

test('rules never select hidden links or those of others', async () => {
  await named('Hidden', { is_hidden: true })
  const eve = await signUp(server)
  await addLink(eve, A)
  await named('Shown')
  expect(await match({ domain: 'a.example' })).toEqual(['Shown'])
})

test('the preview shows the pictures of the first four (R-257)', async () => {
  const made: ShortLink[] = []
  for (let i = 0; i < 5; i++) made.unshift(await named(`${i}`))
  await markPageRead(server, { uuid: made[0]?.uuid ?? '' }, 'newest.webp')
  const { links } = await readCollection(ana, await addSmart(ana, 'All', EVERY_LINK))
  expect(links.map(({ uuid }) => uuid)).toEqual(ids(made.slice(0, 4)))
  expect(links[0]?.image_url).toBe('/media/newest.webp')
})

test('an invalid rule is refused on its field and changes nothing (A-053, A-054)', async () => {
  const ruled = await addSmart(ana, 'Kept', { tags: ['kept'] })
  const wrong = [
    undefined,
    null,
    'tags',
    { tags: 'x' },
    { tags: ['x'.repeat(51)] },
    { match: 'some' },
    { domain: 7 },
    { domain: 'not a host' },
    { domain: 'x'.repeat(256) },
    { created_within_days: 0 },
    { created_within_days: 1.5 },
    { created_within_days: 4000 },
    { min_clicks: -1 },
    { min_clicks: 1e300 },
    { min_clicks: '5' },
    { ordering: 'created' },
    { limit: 0 },
    { limit: 501 },
    {},
    { domain: '' },
    { min_clicks: 0, ordering: 'name' },
  ]
  for (const rule of wrong) {
    await expectRefused(ask(ana, 'POST', SMART, { name: 'Refused', rule }), 'rule', rule)
    if (rule !== undefined) await expectRefused(editCollection(ana, ruled, { rule }), 'rule', rule)
  }
  expect(await readCollection(ana, ruled)).toEqual(ruled)
  // Regular collections have no rule, so it is an unknown field there.
  expect(await addCollection(ana, 'R', { rule: 1 })).toMatchObject({ rule: null })
})

test('a rule without a condition is refused, but a stored one still works (A-053, A-054)', async () => {
  const text = 'Add at least one condition: a tag, a site, an age or clicks.'
  const refused = fieldError('rule', text)
  const everything = { name: 'Everything', rule: { match: 'all', limit: 9 } }
  expect(await ask(ana, 'POST', SMART, everything)).toEqual(refused)
  const ruled = await addSmart(ana, 'Everything', { tags: ['old'] })
  expect(await ask(ana, 'PUT', `${SMART}${ruled.uuid}/`, everything)).toEqual(refused)
  // Stores a rule without conditions, which earlier versions accepted.
  await server.deps
    .sql`update collections set rule = rule || '{"tags":[]}' where id = ${ruled.uuid}`
  await named('One')
  await named('Two')
  expect(names((await listMembers(ana, ruled)).results)).toEqual(['Two', 'One'])
  const renamed = await editCollection(ana, ruled, { name: 'All of them' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'All of them', link_count: 2 } })
  const rule = { ...renamed.body.rule, ordering: 'name', limit: 1 }
  expect(await editCollection(ana, ruled, { rule })).toMatchObject({ status: 200, body: { rule } })
  expect(names((await listMembers(ana, ruled)).results)).toEqual(['One'])
  expect((await editCollection(ana, ruled, { rule: { tags: ['x'] } })).status).toBe(200)
  expect(await editCollection(ana, ruled, { rule: {} })).toEqual(refused)
})
