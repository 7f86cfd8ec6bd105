import * as v from 'valibot'
import { expect } from 'vitest'
import { CreatorPage } from '#contract/page/pages.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { addPicture } from '#support/server/links/collections.ts'
import {
  addPage,
  createPage,
  editPage,
  watchPageNotices,
  MANAGE,
  newSlug,
  OWN_PAGE,
  pagePath,
  PAGES,
  readPage,
} from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

const NONE = { status: 404, body: {} }

test('a page is created with every field of the contract, as a draft (R-349, R-381, A-067)', async () => {
  const ana = await signUp(server)
  const { status, body } = await createPage(ana, { slug: 'Ana-Lamps', title: ' Lamps ' })
  expect(status).toBe(201)
  expect(v.parse(v.strictObject(CreatorPage.entries), body)).toEqual(body)
  expect(body).toMatchObject({
    slug: 'ana-lamps',
    title: 'Lamps',
    description: '',
    image_url: null,
    image_upload_id: null,
    image_alt: '',
    image_params: null,
    thumbnail_params: null,
    thumbnail_url: null,
    theme: 'auto',
    accent: 'ink',
    url: `${server.deps.config.appOrigin}/p/ana-lamps`,
    is_published: false,
    is_indexed: true,
  })
  expect(await readPage(ana)).toEqual({ status: 200, body })
})

test('a page is created with all fields', async ({ ana }) => {
  const look = { theme: 'sand', accent: 'violet', is_published: true, is_indexed: false }
  const words = { slug: newSlug(), title: 'Ana', description: 'Small flat.\nGood light.' }
  expect(await addPage(ana, { ...words, ...look })).toMatchObject({ ...words, ...look })
})

test('reading a page that does not exist is a 404, in both APIs (R-350, R-357, A-068, A-073, D-38)', async () => {
  const ana = await signUp(server)
  expect(await readPage(ana)).toEqual(NONE)
  expect(await ask(ana, 'GET', MANAGE)).toEqual(NONE)
  const page = await addPage(ana)
  expect(await ask(ana, 'GET', OWN_PAGE)).toEqual({ status: 200, body: page })
  expect(await ask(ana, 'GET', MANAGE)).toEqual({ status: 200, body: page })
})

test('a second page is refused, also when both are created at once (A-067)', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const second = fieldError('non_field_errors', 'You already have a page. Edit it instead.')
  const first = await addPage(ana)
  expect(await createPage(ana, { slug: newSlug(), title: 'Two' })).toEqual(second)
  expect((await readPage(ana)).body).toEqual(first)
  const create = () => createPage(ben, { slug: newSlug(), title: 'Ben' })
  const made = await Promise.all([create(), create(), create(), create(), create(), create()])
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of made.filter(({ status }) => status !== 201)) expect(answer).toEqual(second)
})

test('an edit keeps the other fields and is stored (R-352, A-069)', async ({ ana }) => {
  const page = await addPage(ana, { description: 'Kept', theme: 'dark' })
  const { status, body } = await editPage(ana, page, { title: 'Sofas', is_published: true })
  expect(status).toBe(200)
  const updated_at = expect.not.stringMatching(page.updated_at) as string
  expect(body).toEqual({ ...page, title: 'Sofas', is_published: true, updated_at })
  expect((await readPage(ana)).body).toEqual(body)
  expect((await editPage(ana, page, { title: 'Sofas', is_published: true })).body).toEqual(body)
  expect((await editPage(ana, page, { is_published: false })).body.is_published).toBe(false)
})

test('a page of another person is a 404 (A-069)', async ({ ana, ben }) => {
  const page = await addPage(ana)
  for (const id of [page.id, 0, 2 ** 31, '7x', crypto.randomUUID()])
    expect(await ask(ben, 'PATCH', `${PAGES}${id}/`, { title: 'Mine' })).toEqual(NONE)
  expect((await readPage(ana)).body).toEqual(page)
})

test('edits of different fields are merged, an edit of the same field is a conflict (A-069)', async () => {
  const ana = await signUp(server)
  const page = await addPage(ana, { description: 'Old' })
  await editPage(ana, page, { title: 'Phone' })
  const base = { title: page.title, description: page.description }
  const whole = { title: page.title, description: 'New', base }
  const both = { title: 'Phone', description: 'New' }
  expect((await editPage(ana, page, whole)).body).toMatchObject(both)
  const conflict = { fields: ['title'], latest: { title: 'Phone' } }
  const refused = { status: 409, body: { conflict } }
  expect(await editPage(ana, page, { title: 'Desk', base })).toMatchObject(refused)
  expect((await editPage(ana, page, { title: 'Phone', base })).status).toBe(200)
  const rename = () => editPage(ana, page, { slug: newSlug(), base: { slug: page.slug } })
  expect((await rename()).status).toBe(200)
  expect((await rename()).body).toMatchObject({ conflict: { fields: ['slug'] } })
})

test('the description of the cover is its alt text on the page', async ({ ana }) => {
  const words = 'A sofa & a "lamp"'
  const image_upload_id = await addPicture(server, ana)
  const page = await addPage(ana, { image_upload_id, image_alt: words, is_published: true })
  const html = await (await server.app.request(`/p/${page.slug}`)).text()
  expect(html).toContain('alt="A sofa &amp; a &quot;lamp&quot;"')
})

test('the cover is an own picture with two crops', async ({ ana, ben }) => {
  const id = await addPicture(server, ana)
  const half = { x1: 0, y1: 0, x2: 0.5, y2: 1 }
  const page = await addPage(ana, { image_upload_id: id, thumbnail_params: half })
  const thumbnail_url = expect.stringMatching(/^\/cdn-cgi\/image\/.*cover\.webp$/) as string
  const cover = { image_upload_id: id, image_url: '/media/cover.webp', thumbnail_url }
  expect(page).toMatchObject(cover)
  const cut = (await editPage(ana, page, { image_params: half })).body
  expect(cut.image_url).toBe(page.thumbnail_url)
  const wrong = fieldError('image_upload_id', 'A valid integer is required.')
  for (const upload of [await addPicture(server, ben), 0, 2 ** 31, 'x', 1.5])
    expect(await editPage(ana, page, { image_upload_id: upload })).toEqual(wrong)
  await expectRefused(editPage(ana, page, { image_params: { ...half, x1: 3 } }), 'image_params')
  const none = { image_url: null, image_params: null, thumbnail_params: null, thumbnail_url: null }
  expect((await editPage(ana, page, { image_upload_id: null })).body).toMatchObject(none)
})

test('the description of the cover is removed with it', async ({ ana }) => {
  const cover = { image_upload_id: await addPicture(server, ana), image_alt: ' A red lamp ' }
  const page = await addPage(ana, cover)
  expect(page.image_alt).toBe('A red lamp')
  expect((await editPage(ana, page, { title: 'Sofas' })).body.image_alt).toBe('A red lamp')
  expect((await editPage(ana, page, { image_alt: '' })).body.image_alt).toBe('')
  await editPage(ana, page, { image_alt: 'A lamp' })
  expect((await editPage(ana, page, { image_upload_id: null })).body.image_alt).toBe('')
})

test('wrong values are refused by field and change nothing', async ({ ana }) => {
  const page = await addPage(ana)
  const wrong: [string, unknown][] = [
    ['title', ''],
    ['title', 'x'.repeat(81)],
    ['title', null],
    ['description', 'x'.repeat(301)],
    ['image_alt', 'x'.repeat(201)],
    ['theme', 'pink'],
    ['accent', '#ff0000'],
    ['is_published', 'yes'],
    ['is_indexed', null],
    ['slug', null],
  ]
  for (const [field, value] of wrong)
    await expectRefused(editPage(ana, page, { [field]: value }), field, value)
  const { status, body } = await createPage(await signUp(server), {})
  expect([status, Object.keys(body.errors)]).toEqual([400, ['slug', 'title']])
  expect((await readPage(ana)).body).toEqual(page)
})

test('the first API creates the page, then changes it (R-355, A-072, D-41)', async ({ ana }) => {
  const slug = newSlug()
  const one = { slug, title: 'One', theme: 'dark' }
  const made = await ask<CreatorPage>(ana, 'POST', MANAGE, one)
  expect(made).toMatchObject({ status: 201, body: one })
  const two = { slug: newSlug(), title: 'Two' }
  const changed = { ...two, id: made.body.id, theme: 'dark' }
  expect(await ask(ana, 'POST', MANAGE, two)).toMatchObject({ status: 200, body: changed })
  expect((await ask(ana, 'POST', MANAGE, { title: 'Three' })).body).toHaveProperty('errors.slug')
})

test('a repeated write with the same key is done once and gets the same answer', async () => {
  const ana = await signUp(server)
  const twice = async (method: string, path: string, body: object) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await ask<CreatorPage>(ana, method, path, body, headers)
    expect(await ask(ana, method, path, body, headers)).toEqual(first)
    return first
  }
  const made = await twice('POST', PAGES, { slug: newSlug(), title: 'Once' })
  expect(made.status).toBe(201)
  expect((await twice('PATCH', pagePath(made.body), { slug: newSlug() })).status).toBe(200)
  expect((await twice('POST', PAGES, { slug: newSlug(), title: 'Again' })).status).toBe(400)
})

test('servers with cached pages are notified of each change and nothing else', async ({ ana }) => {
  const pages = await watchPageNotices(server)
  const page = await addPage(ana)
  expect(await pages.sofar()).toEqual([ana.uuid])
  await editPage(ana, page, { title: 'Sofas' })
  expect(await pages.sofar()).toEqual([ana.uuid])
  await editPage(ana, page, { title: 'Sofas' })
  await editPage(ana, page, { title: '' })
  await editPage(ana, page, { title: 'Chairs', slug: 'admin' })
  expect(await pages.sofar()).toEqual([])
  await ask(ana, 'POST', MANAGE, { slug: newSlug(), title: 'Chairs' })
  expect(await pages.sofar()).toEqual([ana.uuid])
  pages.stop()
})

test('SQL and HTML stay text', async ({ ana }) => {
  const title = `'); drop table pages; -- <img src=x onerror="alert(1)"> $1 {{7*7}}`
  const page = await addPage(ana, { title, description: title })
  expect(page).toMatchObject({ title, description: title })
})
