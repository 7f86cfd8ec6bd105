import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_WIDGETS, type Widget } from '#contract/widgets.ts'
import { widgets } from '../../../../server/platform/db/schema.ts'
import { addCollection, ask, collectionPath } from '#support/server/links/collections.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { visibleText } from '#support/server/page/public-pages.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import {
  addWidget,
  createWidget,
  openWidget,
  widgetPath,
  WIDGETS,
  addWidgetWithLinks,
} from '#support/server/page/widgets.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  ana = await signUp(server)
})
afterAll(() => server.stop())

type List = { results: Widget[]; next: string | null; count: number }
const list = async (person: Person, query = '') =>
  (await ask<List>(person, 'GET', `${WIDGETS}${query}`)).body
const read = (person: Person, widget: { id: number }) =>
  ask<Widget>(person, 'GET', widgetPath(widget))
const edit = (person: Person, widget: { id: number }, body: object) =>
  ask<Widget>(person, 'PATCH', widgetPath(widget), body)
const refused = (field: string, message: string) => ({
  status: 400,
  body: { errors: { [field]: [message] } },
})

describe('widgets of one person', () => {
  test('are made of a collection, with what is usual where nothing is said (R-431, R-438)', async () => {
    const { uuid } = await addCollection(ana, 'Kitchen')
    const { status, body } = await createWidget(ana, { name: ' My blog ', collection_uuid: uuid })
    expect(status).toBe(201)
    const url = `${server.deps.config.appOrigin}/w/${body.key}`
    expect(body).toEqual({
      id: expect.any(Number) as number,
      key: expect.stringMatching(/^[a-z0-9]{10}$/) as string,
      name: 'My blog',
      collection_uuid: uuid,
      layout: 'grid',
      columns: 3,
      limit: 6,
      theme: 'auto',
      url,
      embed_code: `<script async src="${url}.js"></script>`,
      frame_code: `<iframe src="${url}" title="My blog" width="100%" height="640" style="border:0" loading="lazy"></iframe>`,
      clicks: 0,
      clicks_30_days: 0,
      block: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    })
    expect((await read(ana, body)).body).toEqual(body)
  })

  test('are listed as they were made, page by page (R-430)', async () => {
    const bea = await signUp(server)
    expect(await list(bea)).toEqual({ results: [], next: null, count: 0 })
    const { uuid: collection_uuid } = await addCollection(bea, 'Kitchen')
    for (const name of ['One', 'Two', 'Three']) await addWidget(bea, { name, collection_uuid })
    const all = await list(bea)
    expect(all.results.map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
    const first = await list(bea, '?page_size=2')
    expect(first.results.map(({ name }) => name)).toEqual(['One', 'Two'])
    expect(first).toMatchObject({ next: `${WIDGETS}?page_size=2&page=2`, count: 3 })
    expect((await list(bea, '?page_size=2&page=2')).results.map(({ name }) => name)).toEqual([
      'Three',
    ])
  })

  test('are read one by one (R-432), and changed, and stay so (R-433)', async () => {
    const { widget } = await addWidgetWithLinks(ana, [])
    const { uuid } = await addCollection(ana, 'Living room')
    const changes = {
      name: 'Strip',
      collection_uuid: uuid,
      layout: 'carousel',
      columns: 4,
      limit: 12,
      theme: 'dark',
    }
    const changed = await edit(ana, widget, changes)
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ ...changes, id: widget.id, key: widget.key })
    expect((await read(ana, widget)).body).toEqual(changed.body)
  })

  test('tell a change that met another one (409), and take what others left alone', async () => {
    const { widget } = await addWidgetWithLinks(ana, [])
    await edit(ana, widget, { columns: 2 })
    const late = await edit(ana, widget, { columns: 4, base: { columns: 3 } })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ conflict: { fields: ['columns'], latest: { columns: 2 } } })
    const beside = await edit(ana, widget, { limit: 9, base: { limit: 6 } })
    expect(beside.body).toMatchObject({ columns: 2, limit: 9 })
  })

  test('are deleted (R-434), and can be had back under the same code', async () => {
    const { widget } = await addWidgetWithLinks(ana, [])
    expect((await ana.send('DELETE', widgetPath(widget))).status).toBe(204)
    expect((await read(ana, widget)).status).toBe(404)
    expect((await list(ana)).results.map(({ id }) => id)).not.toContain(widget.id)
    expect((await ana.send('DELETE', widgetPath(widget))).status).toBe(404)
    expect((await edit(ana, widget, { name: 'Back' })).status).toBe(404)
    const { key, name, collection_uuid } = widget
    const back = await addWidget(ana, { key, name, collection_uuid })
    expect(back).toMatchObject({ key, url: widget.url })
    expect((await openWidget(server, back)).status).toBe(200)
    expect(await createWidget(ana, { key, name, collection_uuid })).toMatchObject(
      refused('key', 'You have not deleted such a widget.'),
    )
  })

  test('lose their collection when that is deleted, and stay', async () => {
    const { widget, collection } = await addWidgetWithLinks(ana, ['Pan'])
    await ana.send('DELETE', collectionPath(collection))
    expect((await read(ana, widget)).body).toMatchObject({ collection_uuid: null })
    expect((await edit(ana, widget, { name: 'Empty' })).status).toBe(200)
    expect(visibleText(await (await openWidget(server, widget)).text())).toContain(
      'Nothing here yet',
    )
  })

  test('are made once under one key', async () => {
    const { uuid: collection_uuid } = await addCollection(ana, 'Once')
    const body = { name: 'Once', collection_uuid }
    const headers = { 'Idempotency-Key': randomUUID() }
    const [first, second] = [
      await ask<Widget>(ana, 'POST', WIDGETS, body, headers),
      await ask<Widget>(ana, 'POST', WIDGETS, body, headers),
    ]
    expect(second).toEqual(first)
  })

  test('have a ceiling; a deleted one makes room', async () => {
    const bea = await signUp(server)
    const { uuid: collection_uuid } = await addCollection(bea, 'Kitchen')
    const first = await addWidget(bea, { collection_uuid })
    const usual = { layout: 'grid', columns: 3, mostLinks: 6, theme: 'auto' } as const
    await server.deps.db.insert(widgets).values(
      Array.from({ length: MAX_WIDGETS - 1 }, (_, at) => ({
        ...usual,
        userId: bea.uuid,
        key: `ceiling${String(at).padStart(3, '0')}`,
        name: 'Another',
      })),
    )
    const one = { name: 'One more', collection_uuid }
    expect(await createWidget(bea, one)).toMatchObject(
      refused('non_field_errors', 'You can have 50 widgets.'),
    )
    await bea.send('DELETE', widgetPath(first))
    expect((await createWidget(bea, one)).status).toBe(201)
  })
})

describe('what is wrong is said of its field', () => {
  test.each<[string, object, string]>([
    ['name', { name: ' ' }, 'Give the widget a name.'],
    ['name', { name: 'x'.repeat(81) }, 'Keep this under 80 characters.'],
    ['name', { name: undefined }, 'This field is required.'],
    ['collection_uuid', { collection_uuid: 'none' }, 'Choose a collection.'],
    ['collection_uuid', { collection_uuid: '' }, 'Choose a collection.'],
    ['collection_uuid', { collection_uuid: randomUUID() }, 'Choose one of your collections.'],
    ['columns', { columns: 0 }, 'Choose 1 to 6.'],
    ['columns', { columns: 2.5 }, 'Choose 1 to 6.'],
    ['limit', { limit: 25 }, 'Choose 1 to 24.'],
  ])('%s: %j', async (field, wrong, message) => {
    const { uuid: collection_uuid } = await addCollection(ana, randomUUID())
    expect(await createWidget(ana, { name: 'A', collection_uuid, ...wrong })).toMatchObject(
      refused(field, message),
    )
  })

  test.each(['layout', 'theme'])('%s', async (field) => {
    const { widget } = await addWidgetWithLinks(ana, [])
    const { status, body } = await edit(ana, widget, { [field]: 'sideways' })
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})

describe('somebody else', () => {
  test('finds none of them, and no collection for one of theirs', async () => {
    const { widget, collection } = await addWidgetWithLinks(ana, ['Pan'])
    const eve = await signUp(server)
    expect((await read(eve, widget)).status).toBe(404)
    expect((await edit(eve, widget, { name: 'Mine' })).status).toBe(404)
    expect((await eve.send('DELETE', widgetPath(widget))).status).toBe(404)
    expect((await eve.send('GET', `${widgetPath(widget)}preview/`)).status).toBe(404)
    const wanted = { name: 'Mine', collection_uuid: collection.uuid }
    const foreign = refused('collection_uuid', 'Choose one of your collections.')
    expect(await createWidget(eve, wanted)).toMatchObject(foreign)
    expect(await ask(eve, 'POST', `${WIDGETS}preview/`, wanted)).toMatchObject(foreign)
    await ana.send('DELETE', widgetPath(widget))
    const { uuid } = await addCollection(eve, 'Own')
    const taken = await createWidget(eve, { name: 'A', collection_uuid: uuid, key: widget.key })
    expect(taken).toMatchObject(refused('key', 'You have not deleted such a widget.'))
    expect((await list(eve)).count).toBe(0)
  })
})

describe('a preview', () => {
  type Preview = { html: string }

  test('of a saved widget shows it as sites do, and runs nothing (R-435)', async () => {
    const { widget, links } = await addWidgetWithLinks(ana, ['Iron pan'], {
      layout: 'list',
      theme: 'dark',
    })
    const { status, body } = await ask<Preview>(ana, 'GET', `${widgetPath(widget)}preview/`)
    expect(status).toBe(200)
    expect(visibleText(body.html)).toContain('Iron pan')
    expect(body.html).toContain(`href="${links[0]?.split_url}"`)
    expect(body.html).toContain('data-theme="dark"')
    expect(body.html).toContain('<ul class="list">')
    expect(body.html).not.toContain('<script')
  })

  test('of what is not saved shows that, and saves nothing (R-436)', async () => {
    const { widget, collection } = await addWidgetWithLinks(ana, ['Iron pan', 'Steel pan'])
    const before = (await list(ana)).count
    const unsaved = { collection_uuid: collection.uuid, layout: 'carousel', columns: 2, limit: 1 }
    const { status, body } = await ask<Preview>(ana, 'POST', `${WIDGETS}preview/`, unsaved)
    expect(status).toBe(200)
    expect(body.html).toContain('class="things carousel" data-columns="2"')
    expect(visibleText(body.html)).toContain('Iron pan')
    expect(visibleText(body.html)).not.toContain('Steel pan')
    expect((await list(ana)).count).toBe(before)
    expect((await read(ana, widget)).body).toEqual(widget)
    expect(await ask(ana, 'POST', `${WIDGETS}preview/`, { limit: 0 })).toMatchObject({
      status: 400,
    })
  })
})
