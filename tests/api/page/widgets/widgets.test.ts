import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAX_WIDGETS, type Widget } from '#contract/page/widgets.ts'
import { widgets } from '../../../../server/platform/db/schema.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { addCollection, collectionPath } from '#support/server/links/collections.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { visibleText } from '#support/server/page/public-pages.ts'
import {
  addWidget,
  createWidget,
  openWidget,
  widgetHtml,
  widgetPath,
  WIDGETS,
  addWidgetWithLinks,
} from '#support/server/page/widgets.ts'
import { expectParts } from '#support/expect-parts.ts'

const { server, ana } = await startWithCreator()

type List = { results: Widget[]; next: string | null; count: number }
const list = async (person: Person, query = '') =>
  (await ask<List>(person, 'GET', `${WIDGETS}${query}`)).body
const read = (person: Person, widget: { id: number }) =>
  ask<Widget>(person, 'GET', widgetPath(widget))
const edit = (person: Person, widget: { id: number }, body: object) =>
  ask<Widget>(person, 'PATCH', widgetPath(widget), body)

describe('widgets of a user', () => {
  test('are created for a collection, with defaults (R-431, R-438)', async () => {
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

  test('are listed in the order of creation, paged (R-430)', async () => {
    const bea = await signUp(server)
    expect(await list(bea)).toEqual({ results: [], next: null, count: 0 })
    const { uuid: collection_uuid } = await addCollection(bea, 'Kitchen')
    for (const name of ['One', 'Two', 'Three']) await addWidget(bea, { name, collection_uuid })
    expect((await list(bea)).results.map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
    const first = await list(bea, '?page_size=2')
    expect(first.results.map(({ name }) => name)).toEqual(['One', 'Two'])
    expect(first).toMatchObject({ next: `${WIDGETS}?page_size=2&page=2`, count: 3 })
    const second = await list(bea, '?page_size=2&page=2')
    expect(second.results.map(({ name }) => name)).toEqual(['Three'])
  })

  test('are read (R-432) and changed (R-433)', async () => {
    const { widget } = await addWidgetWithLinks(ana, [])
    const { uuid } = await addCollection(ana, 'Living room')
    const look = { layout: 'carousel', columns: 4, limit: 12, theme: 'dark' }
    const changes = { name: 'Strip', collection_uuid: uuid, ...look }
    const changed = await edit(ana, widget, changes)
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ ...changes, id: widget.id, key: widget.key })
    expect((await read(ana, widget)).body).toEqual(changed.body)
  })

  test('refuse conflicting changes (409) and merge others', async () => {
    const { widget } = await addWidgetWithLinks(ana, [])
    await edit(ana, widget, { columns: 2 })
    const late = await edit(ana, widget, { columns: 4, base: { columns: 3 } })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ conflict: { fields: ['columns'], latest: { columns: 2 } } })
    const beside = await edit(ana, widget, { limit: 9, base: { limit: 6 } })
    expect(beside.body).toMatchObject({ columns: 2, limit: 9 })
  })

  test('are deleted (R-434) and can be restored under the same key', async () => {
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
    const again = await createWidget(ana, { key, name, collection_uuid })
    expect(again).toEqual(fieldError('key', 'This widget was not deleted.'))
  })

  test('stay when their collection is deleted', async () => {
    const { widget, collection } = await addWidgetWithLinks(ana, ['Pan'])
    await ana.send('DELETE', collectionPath(collection))
    expect((await read(ana, widget)).body).toMatchObject({ collection_uuid: null })
    expect((await edit(ana, widget, { name: 'Empty' })).status).toBe(200)
    expect(visibleText(await widgetHtml(server, widget))).toContain('Nothing here yet')
  })

  test('are created once per idempotency key', async () => {
    const { uuid: collection_uuid } = await addCollection(ana, 'Once')
    const body = { name: 'Once', collection_uuid }
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await ask<Widget>(ana, 'POST', WIDGETS, body, headers)
    expect(await ask<Widget>(ana, 'POST', WIDGETS, body, headers)).toEqual(first)
  })

  test('have a maximum number, without deleted ones', async () => {
    const bea = await signUp(server)
    const { uuid: collection_uuid } = await addCollection(bea, 'Kitchen')
    const first = await addWidget(bea, { collection_uuid })
    const look = { layout: 'grid', columns: 3, mostLinks: 6, theme: 'auto' } as const
    const usual = { ...look, userId: bea.uuid, name: 'Another' }
    const keys = Array.from({ length: MAX_WIDGETS - 1 }, (_, at) => `ceiling${100 + at}`)
    await server.deps.db.insert(widgets).values(keys.map((key) => ({ ...usual, key })))
    const one = { name: 'One more', collection_uuid }
    const full = fieldError('non_field_errors', 'You can have 50 widgets.')
    expect(await createWidget(bea, one)).toEqual(full)
    await bea.send('DELETE', widgetPath(first))
    expect((await createWidget(bea, one)).status).toBe(201)
  })
})

describe('wrong values are refused on their field', () => {
  test.each<[string, object, string]>([
    ['name', { name: ' ' }, 'Enter a name.'],
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
    const refused = await createWidget(ana, { name: 'A', collection_uuid, ...wrong })
    expect(refused).toEqual(fieldError(field, message))
  })

  test.each(['layout', 'theme'])('%s', async (field) => {
    const { widget } = await addWidgetWithLinks(ana, [])
    await expectRefused(edit(ana, widget, { [field]: 'sideways' }), field)
  })
})

test('others can use neither a widget nor its collection', async () => {
  const { widget, collection } = await addWidgetWithLinks(ana, ['Pan'])
  const eve = await signUp(server)
  expect((await read(eve, widget)).status).toBe(404)
  expect((await edit(eve, widget, { name: 'Mine' })).status).toBe(404)
  expect((await eve.send('DELETE', widgetPath(widget))).status).toBe(404)
  expect((await eve.send('GET', `${widgetPath(widget)}preview/`)).status).toBe(404)
  const foreign = { name: 'Mine', collection_uuid: collection.uuid }
  const refused = fieldError('collection_uuid', 'Choose one of your collections.')
  expect(await createWidget(eve, foreign)).toEqual(refused)
  expect(await ask(eve, 'POST', `${WIDGETS}preview/`, foreign)).toEqual(refused)
  await ana.send('DELETE', widgetPath(widget))
  const { uuid } = await addCollection(eve, 'Own')
  const again = await createWidget(eve, { name: 'A', collection_uuid: uuid, key: widget.key })
  expect(again).toEqual(fieldError('key', 'This widget was not deleted.'))
  expect((await list(eve)).count).toBe(0)
})

describe('a preview', () => {
  type Preview = { html: string }

  test('of a saved widget shows it without scripts (R-435)', async () => {
    const look = { layout: 'list', theme: 'dark' }
    const { widget, links } = await addWidgetWithLinks(ana, ['Iron pan'], look)
    const { status, body } = await ask<Preview>(ana, 'GET', `${widgetPath(widget)}preview/`)
    expect(status).toBe(200)
    expect(visibleText(body.html)).toContain('Iron pan')
    expectParts(body.html, `href="${links[0]?.split_url}"`, 'data-theme="dark"')
    expect(body.html).toContain('<ul class="list">')
    expect(body.html).not.toContain('<script')
  })

  test('of unsaved settings saves nothing (R-436)', async () => {
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
    expect((await ask(ana, 'POST', `${WIDGETS}preview/`, { limit: 0 })).status).toBe(400)
  })
})
