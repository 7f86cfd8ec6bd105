import { expect, test } from 'vitest'
import { linkDomains } from '../../../server/platform/db/schema.ts'
import { expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addBrand,
  addLink,
  countClicks,
  editLink,
  readLink,
  search,
} from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator()

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

test('utm values are added to the query before the hash and replace existing ones (R-146, R-161)', async () => {
  const link = await addLink(ana, 'https://shop.example/?sig=a%20b+c&flag&utm_source=old#part')
  const { body } = await editLink(ana, link, { utm_source: 'new' })
  expect(body.target_url).toBe('https://shop.example/?sig=a%20b+c&flag&utm_source=new#part')
  expect(body.url).toBe(link.url)
})

test('the complete form clears omitted utm fields, a partial edit does not (D-24, R-206)', async () => {
  const link = await addLink(ana)
  await editLink(ana, link, { utm_source: 'ig', utm_medium: 'story' })
  const small = await editLink(ana, link, { name: 'Lamp' })
  expect(small.body).toMatchObject({ utm_source: 'ig', utm_medium: 'story' })
  const { short_code } = link
  const whole = await editLink(ana, link, { name: 'Lamp', short_code, tags: [], utm_medium: 'bio' })
  expect(whole.body).toMatchObject({ utm_source: '', utm_medium: 'bio' })
})

test('an unchanged form changes nothing, not even updated_at', async () => {
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

test('a new URL follows the same rules as a first one', async () => {
  const link = await addLink(ana)
  const wrong = ['javascript:alert(1)', 'http://localhost:8080/s/loop', '', 'ftp://x.example']
  for (const url of wrong) await expectRefused(editLink(ana, link, { url }), 'url', url)
})

test('a name set by the creator survives a new URL', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  await editLink(ana, link, { name: 'My own name' })
  const { body } = await editLink(ana, link, { url: 'https://other.example/' })
  expect(body.name).toBe('My own name')
})

test('treating as in network needs a network store, and can be opted out of (R-157, R-158)', async () => {
  await addBrand(server, 'network.example')
  const outside = await addLink(ana, 'https://shop.example/')
  const foreign = fieldError('treat_as_in_network', 'This shop is not in the network.')
  expect(await editLink(ana, outside, { treat_as_in_network: true })).toEqual(foreign)
  expect((await editLink(ana, outside, { treat_as_in_network: false })).status).toBe(200)
  const inside = await addLink(ana, 'https://network.example/')
  const { body } = await editLink(ana, inside, { treat_as_in_network: false })
  expect(body).toMatchObject({ treat_as_in_network: false, commission_percentage: null })
  const back = await editLink(ana, inside, { treat_as_in_network: true })
  expect(back.body).toMatchObject({ treat_as_in_network: true, commission_percentage: 7.5 })
  const moved = await editLink(ana, outside, { url: 'https://www.network.example/x' })
  expect(moved.body).toMatchObject({ treat_as_in_network: true, commission_percentage: 7.5 })
})

test('only a verified domain can be chosen (D-20)', async () => {
  const ben = await signUp(server)
  const [row] = await server.deps.db
    .insert(linkDomains)
    .values({ domain: 'ben.example', userId: ben.uuid })
    .returning()
  const link = await addLink(ben)
  const refused = fieldError('link_domain_id', 'Short links cannot use this domain.')
  for (const id of [row?.id, 99_999])
    expect(await editLink(ben, link, { link_domain_id: id })).toEqual(refused)
  const { body } = await editLink(ben, link, { link_domain_id: 1 })
  expect(body.link_domain_id.is_main).toBe(true)
})

test('the hint can be dismissed and not restored (R-159, R-216)', async () => {
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
  const edit = (fields: object) => editLink(ana, link, fields)
  const noInteger = fieldError('image_upload_id', 'A valid integer is required.')
  expect(await edit({ custom_image_upload_id: 'x' })).toEqual(noInteger)
  const unknown = fieldError('image_upload_id', 'This picture does not exist.')
  expect(await edit({ custom_image_upload_id: 12 })).toEqual(unknown)
  const lamps = fieldError('regular_collection_names', 'There is no collection called Lamps.')
  expect(await edit({ regular_collection_names: ['Lamps'] })).toEqual(lamps)
  const none = { custom_image_upload_id: null, regular_collection_names: [] }
  expect((await edit(none)).status).toBe(200)
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
  for (const [field, value] of wrong)
    await expectRefused(editLink(ana, link, { [field]: value }), field, value)
  expect(await readLink(ana, link)).toEqual(link)
})

test('SQL and HTML in every text field stay text', async () => {
  const link = await addLink(ana)
  const text = `'); drop table links; -- <img src=x onerror="alert(1)"> %00 \\ $1 {{7*7}} \u202e`
  const utm = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
  const edit = {
    ...Object.fromEntries(['name', ...utm].map((field) => [field, text])),
    tags: [text.slice(0, 50).trim(), `"quoted",{braces}`, 'NULL'],
  }
  const { status, body } = await editLink(ana, link, edit)
  expect(status).toBe(200)
  expect(body).toMatchObject(edit)
  expect((await search(ana, { q: `'); drop table` })).count).toBe(1)
})

test('a NUL does not break the database', async () => {
  const link = await addLink(ana)
  const { status, body } = await editLink(ana, link, { name: 'a\u0000b', tags: ['\u0000'] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'ab', tags: [] })
})

test('blank tags are left out and repeated ones kept once (R-207, R-208)', async () => {
  const link = await addLink(ana)
  const { body } = await editLink(ana, link, { tags: [' a ', 'a', '', '  ', 'b'] })
  expect(body.tags).toEqual(['a', 'b'])
})

test('simultaneous edits of one link are all kept', async () => {
  const link = await addLink(ana)
  const all = { name: 'n', utm_source: 's', utm_medium: 'm', tags: ['t'], is_hidden: true }
  await Promise.all(
    Object.entries(all).map(([field, value]) => editLink(ana, link, { [field]: value })),
  )
  expect(await readLink(ana, link)).toMatchObject(all)
})
