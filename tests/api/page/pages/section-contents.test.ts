import { expect } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addPicture,
  addSmart,
  changeMembers,
  EVERY_LINK,
  ids,
  markPageRead,
} from '#support/server/links/collections.ts'
import { addLink, countClicks, editLink } from '#support/server/links.ts'
import {
  addSection,
  createSection,
  editSection,
  listSections,
  readSection,
} from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

/** Adds links whose pages had these pictures. */
async function pictured(person: Person, ...keys: (string | null)[]) {
  const links: ShortLink[] = []
  for (const key of keys) {
    const link = await addLink(person)
    await markPageRead(server, link, key)
    links.push(link)
  }
  return links as [ShortLink, ShortLink, ShortLink, ShortLink]
}
const media = (...keys: string[]) => keys.map((key) => `/media/${key}.webp`)
const missing = (who: string) =>
  fieldError('layout', `In post layout every link needs a picture. ${who}`)
const block = (link: ShortLink) =>
  server.deps.sql`update links set blocked_at = now() where id = ${link.uuid}`

test('a section has its number of visible links and the first four pictures', async ({ ana }) => {
  const links = await pictured(ana, 'a.webp', null, 'c.webp', 'd.webp', 'e.webp')
  const section = await addSection(ana, { type: 'links', links: ids(links) })
  const image_urls = ['/media/a.webp', null, '/media/c.webp', '/media/d.webp']
  expect(section).toMatchObject({ link_count: 5, image_urls })
  const own = { custom_image_upload_id: await addPicture(server, ana) }
  const crop = { custom_image_params: { x1: 0, y1: 0, x2: 0.5, y2: 1 } }
  await editLink(ana, links[0], { ...own, ...crop })
  const { image_urls: urls } = (await readSection(ana, section)).body
  expect(urls[0]).toMatch(/^\/cdn-cgi\/image\/.*cover\.webp$/)
})

test('hidden, expired and blocked links are left out, also within collections', async ({ ana }) => {
  const links = await pictured(ana, 'a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp')
  const [hidden, ended, blocked, later] = links
  const lamps = await addCollection(ana, 'Lamps')
  await changeMembers(ana, 'POST', lamps, links)
  const all = await addSmart(ana, 'All', EVERY_LINK)
  const sections = [
    await addSection(ana, { type: 'links', links: ids(links) }),
    await addSection(ana, { type: 'collections', collections: [lamps.uuid] }),
    await addSection(ana, { type: 'collections', collections: [all.uuid] }),
  ]
  expect(sections.map(({ link_count: count }) => count)).toEqual([5, 5, 5])
  await editLink(ana, hidden, { is_hidden: true })
  await editLink(ana, ended, { expires_at: '2020-01-01T00:00:00Z' })
  await editLink(ana, later, { expires_at: '2999-01-01T00:00:00Z' })
  await block(blocked)
  const chosen = { link_count: 2, image_urls: media('d', 'e') }
  // The rule sorts by newest first.
  const found = { link_count: 2, image_urls: media('e', 'd') }
  expect((await listSections(ana)).results).toMatchObject([chosen, chosen, found])
})

test('collections keep the order of the section, and a link in two counts once', async () => {
  const ana = await signUp(server)
  const [a, b, c] = await pictured(ana, 'a.webp', 'b.webp', 'c.webp')
  const [one, two] = [await addCollection(ana, 'One'), await addCollection(ana, 'Two')]
  await changeMembers(ana, 'POST', one, [b, a])
  await changeMembers(ana, 'POST', two, [c, b])
  const section = await addSection(ana, { type: 'collections', collections: [two.uuid, one.uuid] })
  expect(section).toMatchObject({ link_count: 3, image_urls: media('c', 'b', 'a') })
})

test('a smart collection shows the current result of its rule, up to its limit', async () => {
  const ana = await signUp(server)
  const [a, b, c] = await pictured(ana, 'a.webp', 'b.webp', 'c.webp')
  const rule = { ordering: '-lifetime_clicks', min_clicks: 1, limit: 2 }
  const popular = await addSmart(ana, 'Popular', rule)
  const section = await addSection(ana, { type: 'collections', collections: [popular.uuid] })
  expect(section).toMatchObject({ link_count: 0, image_urls: [] })
  for (const [index, link] of [c, b].entries()) await countClicks(server, link, index + 1)
  const shown = { link_count: 2, image_urls: media('b', 'c') }
  expect((await readSection(ana, section)).body).toMatchObject(shown)
  // A blocked link is not shown and takes no place among the pictures.
  await countClicks(server, a, 3)
  await block(a)
  expect((await readSection(ana, section)).body.image_urls).toEqual(media('b', 'c'))
})

test('a list of many sections needs no more queries than one of few', async ({ ana }) => {
  const links = ids(await pictured(ana, 'a.webp', 'b.webp'))
  const [lamps, all] = [await addCollection(ana, 'Lamps'), await addSmart(ana, 'All', EVERY_LINK)]
  const add = async () => {
    await addSection(ana, { type: 'links', links })
    await addSection(ana, { type: 'collections', collections: [lamps.uuid, all.uuid] })
  }
  const statements = async () => {
    const queries = watchStatements()
    await listSections(ana)
    const asked = queries.texts().filter((text) => /"(sections|section_links)"/.test(text))
    queries.stop()
    return asked.length
  }
  await add()
  const few = await statements()
  expect(few).toBeGreaterThan(0)
  for (let i = 0; i < 5; i++) await add()
  expect(await statements()).toBe(few)
})

test('post layout is refused while a link that is shown has no picture, and says which (R-254)', async () => {
  const ana = await signUp(server)
  const [plain, full] = await pictured(ana, null, 'b.webp')
  await editLink(ana, plain, { name: 'Plain lamp' })
  const one = missing('Plain lamp has none.')
  const post = { type: 'links', layout: 'post', links: ids([full, plain]) }
  expect(await createSection(ana, post)).toEqual(one)
  const section = await addSection(ana, { ...post, layout: 'grid' })
  expect(await editSection(ana, section, { layout: 'post' })).toEqual(one)
  const lamps = await addCollection(ana, 'Lamps')
  await changeMembers(ana, 'POST', lamps, [plain])
  const smart = await addSmart(ana, 'All', EVERY_LINK)
  for (const collection of [lamps, smart]) {
    const shown = { type: 'collections', layout: 'post', collections: [collection.uuid] }
    expect(await createSection(ana, shown)).toEqual(one)
  }
  const [other] = await pictured(ana, null)
  const three = await createSection(ana, { ...post, links: ids([plain, full, other]) })
  expect(three).toEqual(missing('Plain lamp and 1 more have none.'))
  await editLink(ana, plain, { is_hidden: true })
  expect((await editSection(ana, section, { layout: 'post' })).status).toBe(200)
  // The link no longer has a picture, which does not prevent a new title.
  await editLink(ana, plain, { is_hidden: false })
  expect((await editSection(ana, section, { title: 'Large' })).status).toBe(200)
})

test('a link whose page is being read can be in a post section (R-254)', async ({ ana }) => {
  const link = await addLink(ana)
  const post = { type: 'links', layout: 'post', links: [link.uuid] }
  expect((await createSection(ana, post)).status).toBe(201)
})
