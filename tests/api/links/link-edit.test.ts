import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkDomains } from '../../../server/platform/db/schema.ts'
import type { ShortLink } from '#contract/links.ts'
import {
  addBrand,
  addLink,
  countClicks,
  editLink,
  linkPath,
  LINKS,
  readLink,
} from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

test('each plain field round-trips (R-141, R-156, R-161, R-177)', async () => {
  const link = await addLink(ana)
  const edit = {
    name: 'A lamp',
    short_code: 'Oak-Lamp_1',
    tags: ['home', 'oak'],
    utm_source: 'instagram',
    utm_medium: 'story',
    utm_campaign: 'spring sale',
    utm_term: 'a&b=c',
    utm_content: 'ü',
    is_hidden: true,
  }
  const { status, body } = await editLink(ana, link, edit)
  expect(status).toBe(200)
  expect(body).toMatchObject(edit)
  expect(body.target_url).toBe(
    'https://shop.example/lamp?utm_source=instagram&utm_medium=story&utm_campaign=spring%20sale&utm_term=a%26b%3Dc&utm_content=%C3%BC',
  )
  expect(body.split_url).toBe('http://localhost:8080/s/Oak-Lamp_1')
  expect(await readLink(ana, link)).toEqual(body)
  expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(link.updated_at))
})

test('utm values join the query that is there, before the hash, and replace their own (R-146, R-161)', async () => {
  const link = await addLink(ana, 'https://shop.example/?sig=a%20b+c&flag&utm_source=old#part')
  const { body } = await editLink(ana, link, { utm_source: 'new' })
  expect(body.target_url).toBe('https://shop.example/?sig=a%20b+c&flag&utm_source=new#part')
  expect(body.url).toBe(link.url)
})

test('the whole form clears the utm fields it leaves out, a smaller edit does not (D-24, R-206)', async () => {
  const link = await addLink(ana)
  await editLink(ana, link, { utm_source: 'ig', utm_medium: 'story' })
  const small = await editLink(ana, link, { name: 'Lamp' })
  expect(small.body).toMatchObject({ utm_source: 'ig', utm_medium: 'story' })
  const { short_code } = link
  const whole = await editLink(ana, link, { name: 'Lamp', short_code, tags: [], utm_medium: 'bio' })
  expect(whole.body).toMatchObject({ utm_source: '', utm_medium: 'bio' })
})

test('an untouched form changes nothing, not even the time', async () => {
  const link = await addLink(ana)
  const { name, short_code, tags, treat_as_in_network, url } = link
  const { body } = await editLink(ana, link, { name, short_code, tags, treat_as_in_network, url })
  expect(body).toEqual(link)
})

test('the URL can change, also after clicks (R-145, D-18)', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  const { body } = await editLink(ana, link, { url: 'other.example/b' })
  expect(body).toMatchObject({
    url: 'http://other.example/b/',
    domain: 'other.example',
    name: 'other.example',
    meta_extraction_progress: 0,
  })
  await countClicks(server, link, 1)
  expect((await readLink(ana, link)).url_editable).toBe(true)
  const later = await editLink(ana, link, { url: 'https://third.example/' })
  expect(later.body).toMatchObject({ url: 'https://third.example/', lifetime_clicks: 1 })
})

test('a new URL is held to the rules of a first one', async () => {
  const link = await addLink(ana)
  for (const url of [
    'javascript:alert(1)',
    'http://localhost:8080/s/loop',
    '',
    'ftp://x.example',
  ]) {
    const { body } = await editLink(ana, link, { url })
    expect(Object.keys(body.errors), url).toEqual(['url'])
  }
})

test('a name that the creator chose survives a new URL, one that was read does not', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  await editLink(ana, link, { name: 'My own name' })
  const { body } = await editLink(ana, link, { url: 'https://other.example/' })
  expect(body.name).toBe('My own name')
})

test('treating as in network needs a network store, and can be opted out of (R-157, R-158)', async () => {
  await addBrand(server, 'network.example')
  const outside = await addLink(ana, 'https://shop.example/')
  expect((await editLink(ana, outside, { treat_as_in_network: true })).body).toEqual({
    errors: { treat_as_in_network: ['This shop is not in the network.'] },
  })
  expect((await editLink(ana, outside, { treat_as_in_network: false })).status).toBe(200)
  const inside = await addLink(ana, 'https://network.example/')
  const { body } = await editLink(ana, inside, { treat_as_in_network: false })
  expect(body).toMatchObject({ treat_as_in_network: false, commission_percentage: null })
  const back = await editLink(ana, inside, { treat_as_in_network: true })
  expect(back.body).toMatchObject({ treat_as_in_network: true, commission_percentage: 7.5 })
  const moved = await editLink(ana, outside, { url: 'https://www.network.example/x' })
  expect(moved.body).toMatchObject({ treat_as_in_network: true, commission_percentage: 7.5 })
})

test('only a domain that leads on can be chosen (D-20)', async () => {
  const ben = await signUp(server)
  const [row] = await server.deps.db
    .insert(linkDomains)
    .values({ domain: 'ben.example', userId: ben.uuid })
    .returning()
  const link = await addLink(ben)
  const refused = { errors: { link_domain_id: ['Short links cannot use this domain.'] } }
  for (const id of [row?.id, 99_999]) {
    const { status, body } = await editLink(ben, link, { link_domain_id: id })
    expect([status, body]).toEqual([400, refused])
  }
  const { body } = await editLink(ben, link, { link_domain_id: 1 })
  expect(body.link_domain_id.is_main).toBe(true)
})

test('the hint can be put away and not be brought back (R-159, R-216)', async () => {
  const ben = await signUp(server)
  const link = await addLink(ben)
  expect(link.has_tutorial_enabled).toBe(true)
  const off = await editLink(ben, link, { has_tutorial_enabled: false })
  expect(off.body.has_tutorial_enabled).toBe(false)
  const on = await editLink(ben, link, { has_tutorial_enabled: true })
  expect(on.body.has_tutorial_enabled).toBe(false)
})

test('pictures and collections that do not exist are refused on their specified fields (D-25, R-205)', async () => {
  const link = await addLink(ana)
  const field = async (edit: object) => (await editLink(ana, link, edit)).body.errors
  expect(await field({ custom_image_upload_id: 'x' })).toEqual({
    image_upload_id: ['A valid integer is required.'],
  })
  expect(await field({ custom_image_upload_id: 12 })).toEqual({
    image_upload_id: ['This picture does not exist.'],
  })
  expect(await field({ regular_collection_names: ['Lamps'] })).toEqual({
    regular_collection_names: ['There is no collection called Lamps.'],
  })
  const none = await editLink(ana, link, {
    custom_image_upload_id: null,
    regular_collection_names: [],
  })
  expect(none.status).toBe(200)
})

test('wrong types are refused by field and change nothing', async () => {
  const link = await addLink(ana)
  const wrong: [string, unknown][] = [
    ['name', 7],
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(301)],
    ['tags', 'home'],
    ['tags', [1]],
    ['tags', ['x'.repeat(51)]],
    ['tags', Array.from({ length: 51 }, (_, i) => `t${i}`)],
    ['utm_source', ['a']],
    ['utm_medium', 'x'.repeat(201)],
    ['utm_campaign', 1],
    ['utm_term', {}],
    ['utm_content', null],
    ['is_hidden', 'yes'],
    ['treat_as_in_network', 1],
    ['link_domain_id', 1.5],
    ['short_code', 12],
  ]
  for (const [field, value] of wrong) {
    const { status, body } = await editLink(ana, link, { [field]: value })
    expect([status, Object.keys(body.errors)], field).toEqual([400, [field]])
  }
  expect(await readLink(ana, link)).toEqual(link)
})

test('SQL and HTML in every text field come back as the text they are', async () => {
  const link = await addLink(ana)
  const text =
    `'); drop table links; -- <img src=x onerror="alert(1)"> %00 \\ $1 {{7*7}} \u202e`.trim()
  const edit = {
    name: text,
    tags: [text.slice(0, 50).trim(), `"quoted",{braces}`, 'NULL'],
    utm_source: text,
    utm_medium: text,
    utm_campaign: text,
    utm_term: text,
    utm_content: text,
  }
  const { status, body } = await editLink(ana, link, edit)
  expect(status).toBe(200)
  expect(body).toMatchObject(edit)
  const found = await ana.send('POST', `${LINKS}search/`, { q: `'); drop table` })
  expect(((await found.json()) as { count: number }).count).toBe(1)
})

test('a NUL does not break the database', async () => {
  const link = await addLink(ana)
  const { status, body } = await editLink(ana, link, { name: 'a\u0000b', tags: ['\u0000'] })
  expect(status).toBe(200)
  expect(body.name).toBe('ab')
  expect(body.tags).toEqual([])
})

test('blank tags are left out and repeated ones kept once (R-207, R-208)', async () => {
  const link = await addLink(ana)
  const { body } = await editLink(ana, link, { tags: [' a ', 'a', '', '  ', 'b'] })
  expect(body.tags).toEqual(['a', 'b'])
})

test('edits of one link at once all hold', async () => {
  const link = await addLink(ana)
  const edits = [
    { name: 'n' },
    { utm_source: 's' },
    { utm_medium: 'm' },
    { tags: ['t'] },
    { is_hidden: true },
  ]
  await Promise.all(edits.map((edit) => ana.send('PATCH', linkPath(link), edit)))
  const after: ShortLink = await readLink(ana, link)
  expect(after).toMatchObject(Object.assign({}, ...edits) as object)
})
