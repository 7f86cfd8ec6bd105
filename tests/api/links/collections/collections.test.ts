import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Collection } from '#contract/collections.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addPicture,
  addSmart,
  changeMembers,
  collectionPath,
  COLLECTIONS,
  editCollection,
  EVERY_LINK,
  ids,
  listCollections,
  names,
  readCollection,
  REGULAR,
  SMART,
} from '#support/server/links/collections.ts'
import { addLink, readLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator()

const NEW_REGULAR = {
  type: 'regular',
  name: 'Lamps',
  image_url: null,
  image_upload_id: null,
  image_params: null,
  layout: 'list',
  section_title: null,
  link_count: 0,
  links: [],
  link_uuids: [],
  rule: null,
}
const NEW_RULE = {
  tags: [],
  match: 'any',
  domain: null,
  created_within_days: null,
  min_clicks: 10,
  ordering: '-created',
  limit: 100,
}
const NEW_SMART = { type: 'smart', link_uuids: null, rule: NEW_RULE }
test.each([
  ['regular', REGULAR, { name: '  Lamps ' }, NEW_REGULAR],
  ['smart', SMART, { name: 'Popular', rule: { min_clicks: 10 } }, NEW_SMART],
])(
  'a %s collection has every field of the contract and defaults (R-229, R-230, R-237, R-244, R-257, A-049, A-053)',
  async (_, path, sent, body) => {
    const created = await ask<Collection>(ana, 'POST', path, sent)
    expect(created).toMatchObject({ status: 201, body })
    expect(v.parse(v.strictObject(Collection.entries), created.body)).toEqual(created.body)
  },
)

test('collections are listed by kind (R-231, R-236, R-243, A-043, A-048, A-052)', async () => {
  const ben = await signUp(server)
  await addCollection(ben, 'Chosen')
  await addSmart(ben, 'Ruled', EVERY_LINK)
  const listed = async (query = '', path = COLLECTIONS) =>
    names((await listCollections(ben, query, path)).results)
  expect(await listed()).toEqual(['Ruled', 'Chosen'])
  for (const chosen of [await listed('?type=regular'), await listed('', REGULAR)])
    expect(chosen).toEqual(['Chosen'])
  for (const ruled of [await listed('?type=smart'), await listed('', SMART)])
    expect(ruled).toEqual(['Ruled'])
  // The type in the path takes precedence over the query.
  expect(await listed('?type=smart', REGULAR)).toEqual(['Chosen'])
})

test('pages of twenty, with q, page, page_size, next and count (R-250)', async () => {
  const ben = await signUp(server)
  for (let i = 1; i <= 23; i++) await addCollection(ben, `Lamps ${i}`)
  await addCollection(ben, 'Chairs 100%')
  const first = await listCollections(ben, '?q=lamps', REGULAR)
  expect(first).toMatchObject({ count: 23, next: `${REGULAR}?q=lamps&page=2&page_size=20` })
  expect(first.results).toHaveLength(20)
  const second = await ask<typeof first>(ben, 'GET', first.next ?? '')
  expect(names(second.body.results)).toEqual(['Lamps 3', 'Lamps 2', 'Lamps 1'])
  expect(second.body.next).toBeNull()
  expect((await listCollections(ben, '?page=9')).results).toEqual([])
  expect((await listCollections(ben, '?page_size=100')).results).toHaveLength(24)
  expect(names((await listCollections(ben, '?q=LAMPS%2023')).results)).toEqual(['Lamps 23'])
  expect(names((await listCollections(ben, '?q=0%25')).results)).toEqual(['Chairs 100%'])
  expect((await listCollections(ben, '?q=_')).count).toBe(0)
})

test('invalid list parameters are refused on their field (R-250)', async () => {
  const invalid = ['page=0', 'page=x', 'page=1e300', 'page_size=101', 'page_size=0', 'type=other']
  for (const query of [...invalid, `q=${'x'.repeat(201)}`])
    await expectRefused(
      ask(ana, 'GET', `${COLLECTIONS}?${query}`),
      query.split('=')[0] ?? '',
      query,
    )
})

test('a collection is read by its id, at the path of its kind or of any (R-232, R-238, R-245, A-044)', async () => {
  const [chosen, ruled] = [await addCollection(ana, 'One'), await addSmart(ana, 'Two', EVERY_LINK)]
  const status = async (path: string) => (await ask(ana, 'GET', path)).status
  expect(await readCollection(ana, chosen)).toEqual(chosen)
  expect(await readCollection(ana, ruled)).toEqual(ruled)
  expect((await ask(ana, 'GET', `${REGULAR}${chosen.uuid}/`)).body).toEqual(chosen)
  expect((await ask(ana, 'GET', `${SMART}${ruled.uuid}`)).body).toEqual(ruled)
  expect(await status(`${SMART}${chosen.uuid}/`)).toBe(404)
  expect(await status(`${REGULAR}${ruled.uuid}/`)).toBe(404)
  expect(await status(collectionPath({ uuid: crypto.randomUUID() }))).toBe(404)
  expect(await status(`${COLLECTIONS}nonsense/`)).toBe(404)
})

test('PATCH changes what it names and keeps the rest (R-233, R-240, R-247, A-045)', async () => {
  const picture = await addPicture(server, ana)
  const chosen = await addCollection(ana, 'Before', { layout: 'grid', image_upload_id: picture })
  const edited = await editCollection(ana, chosen, { name: 'After' })
  expect(edited.status).toBe(200)
  expect(edited.body).toMatchObject({ name: 'After', layout: 'grid', image_upload_id: picture })
  expect(await readCollection(ana, chosen)).toEqual(edited.body)
  const regular = await ask(ana, 'PATCH', `${REGULAR}${chosen.uuid}/`, { layout: 'list' })
  expect(regular.body).toMatchObject({ name: 'After', layout: 'list' })
  const ruled = await addSmart(ana, 'Ruled before', { tags: ['a'], limit: 5 })
  const smart = await ask(ana, 'PATCH', `${SMART}${ruled.uuid}/`, { name: 'Ruled after' })
  expect(smart.body).toMatchObject({ name: 'Ruled after', rule: { tags: ['a'], limit: 5 } })
  const rule = await editCollection(ana, ruled, { rule: { tags: ['b'] } })
  expect(rule.body.rule).toMatchObject({ tags: ['b'], limit: 100 })
})

test('PUT replaces the collection; omitted fields get their defaults (R-239, R-246, A-050, A-054)', async () => {
  const picture = await addPicture(server, ana)
  const image_params = { x1: 0, y1: 0, x2: 0.5, y2: 0.5 }
  const cover = { layout: 'grid', image_upload_id: picture, image_params }
  const chosen = await addCollection(ana, 'Put me', cover)
  const put = await ask(ana, 'PUT', `${REGULAR}${chosen.uuid}/`, { name: 'Put' })
  const bare = { layout: 'list', image_upload_id: null, image_params: null, image_url: null }
  expect(put).toMatchObject({ status: 200, body: { name: 'Put', ...bare } })
  const ruled = await addSmart(ana, 'Put me too', { tags: ['a'], min_clicks: 2 }, cover)
  await expectRefused(ask(ana, 'PUT', `${SMART}${ruled.uuid}/`, { name: 'Put too' }), 'rule')
  const smart = { name: 'Put too', rule: { tags: ['b'] } }
  const replaced = await ask(ana, 'PUT', `${SMART}${ruled.uuid}/`, smart)
  expect(replaced.body).toMatchObject({ ...bare, rule: { tags: ['b'], min_clicks: null } })
  const noName = fieldError('name', 'This field is required.')
  expect(await ask(ana, 'PUT', `${REGULAR}${chosen.uuid}/`, {})).toEqual(noName)
})

test('a deleted collection is gone, its links stay (R-234, R-241, R-248, A-046)', async () => {
  const link = await addLink(ana)
  const chosen = await addCollection(ana, 'Short-lived')
  await changeMembers(ana, 'POST', chosen, [link])
  const paths = [
    collectionPath(chosen),
    `${REGULAR}${(await addCollection(ana, 'Short-lived too')).uuid}/`,
    `${SMART}${(await addSmart(ana, 'Short-lived rule', EVERY_LINK)).uuid}/`,
  ]
  for (const path of paths) {
    expect(await ask(ana, 'DELETE', path)).toEqual({ status: 204, body: null })
    expect(await ask(ana, 'GET', path)).toEqual({ status: 404, body: {} })
    expect(await ask(ana, 'DELETE', path)).toEqual({ status: 404, body: {} })
  }
  expect(await readLink(ana, link)).toMatchObject({ regular_collection_names: [] })
  expect(await addCollection(ana, 'Short-lived')).toMatchObject({ link_count: 0 })
})

test('a cover has a crop, and an unknown picture is refused (R-230, A-049)', async () => {
  const [picture, eve] = [await addPicture(server, ana), await signUp(server)]
  const chosen = await addCollection(ana, 'Pictured', { image_upload_id: picture })
  expect(chosen).toMatchObject({ image_url: '/media/cover.webp', image_upload_id: picture })
  const image_params = { x1: 0.25, y1: 0, x2: 0.75, y2: 0.5 }
  const cropped = await editCollection(ana, chosen, { image_params })
  const image_url = '/cdn-cgi/image/crop=0.25;0;0.75;0.5/media/cover.webp'
  expect(cropped.body).toMatchObject({ image_url, image_params })
  const noInteger = fieldError('image_upload_id', 'A valid integer is required.')
  for (const id of [0, 999_999, 1.5, 'x', 9e15, await addPicture(server, eve)])
    expect(await editCollection(ana, chosen, { image_upload_id: id }), `${id}`).toEqual(noInteger)
  for (const params of [{ x1: 0.5, y1: 0, x2: 0.2, y2: 1 }, { x1: 0 }])
    await expectRefused(editCollection(ana, chosen, { image_params: params }), 'image_params')
  const other = await addPicture(server, ana)
  const changed = await editCollection(ana, chosen, { image_upload_id: other })
  expect(changed.body).toMatchObject({ image_upload_id: other, image_params: null })
  const without = await editCollection(ana, chosen, { image_upload_id: null })
  expect(without.body).toMatchObject({ image_url: null, image_params: null })
  const noPicture = fieldError('image_params', 'Choose a picture first.')
  expect(await editCollection(ana, chosen, { image_params })).toEqual(noPicture)
})

test('a cover has a square thumbnail, which is removed with the picture (R-230, D-42)', async () => {
  const [picture, other] = [await addPicture(server, ana), await addPicture(server, ana)]
  const chosen = await addCollection(ana, 'Covered', { image_upload_id: picture })
  expect(chosen).toMatchObject({ thumbnail_params: null, thumbnail_url: '/media/cover.webp' })
  const image_params = { x1: 0, y1: 0, x2: 1, y2: 0.5 }
  const cropped = await editCollection(ana, chosen, { image_params })
  expect(cropped.body.thumbnail_url).toBe(cropped.body.image_url)
  const thumbnail_params = { x1: 0.25, y1: 0, x2: 0.5, y2: 0.25 }
  const cut = await editCollection(ana, chosen, { thumbnail_params })
  const thumbnail_url = '/cdn-cgi/image/crop=0.25;0;0.5;0.25/media/cover.webp'
  expect(cut.body).toMatchObject({ image_params, thumbnail_params, thumbnail_url })
  expect(await readCollection(ana, chosen)).toMatchObject({ thumbnail_params })
  const half = { thumbnail_params: { x1: 0 } }
  await expectRefused(editCollection(ana, chosen, half), 'thumbnail_params')
  const changed = await editCollection(ana, chosen, { image_upload_id: other })
  expect(changed.body).toMatchObject({ image_params: null, thumbnail_params: null })
})

type Ordered = { results: { uuid: string; position: number }[] }

test('collections have the creator’s order, new ones first (A-043)', async () => {
  const ben = await signUp(server)
  const [a, b] = [await addCollection(ben, 'A'), await addCollection(ben, 'B')]
  const c = await addSmart(ben, 'C', EVERY_LINK)
  const order = async (wanted: { uuid: string }[]) => {
    const uuids = ids(wanted)
    const { status, body } = await ask<Ordered>(ben, 'PATCH', `${COLLECTIONS}order/`, { uuids })
    expect(status).toBe(200)
    const { results } = await listCollections(ben)
    expect(body.results).toEqual(results.map(({ uuid, position }) => ({ uuid, position })))
    return names(results)
  }
  expect(await order([a, b, c])).toEqual(['A', 'B', 'C'])
  const d = await addCollection(ben, 'D')
  expect(names((await listCollections(ben)).results)).toEqual(['D', 'A', 'B', 'C'])
  // The other device did not know D: the named ones change places, D stays.
  expect(await order([c, b, a])).toEqual(['D', 'C', 'B', 'A'])
  expect(await order([a, d])).toEqual(['A', 'C', 'B', 'D'])
  const stranger = await addCollection(ana, 'Not yours')
  expect(await order([stranger, b, b, c])).toEqual(['A', 'B', 'C', 'D'])
  expect((await readCollection(ana, stranger)).position).toBe(0)
})
