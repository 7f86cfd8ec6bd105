import { expect, test } from 'vitest'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addPicture,
  addSmart,
  changeMembers,
  editCollection,
  EVERY_LINK,
  markPageRead,
  readCollection,
  REGULAR,
} from '#support/server/links/collections.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()
const plain = (await editLink(ana, await addLink(ana), { name: 'Plain lamp' })).body
const pictured = await addLink(ana)
await markPageRead(server, plain, null)
await markPageRead(server, pictured, 'lamp.webp')

const NO_PICTURE = fieldError('image_upload_id', 'A valid integer is required.')
const refused = (text: string) => fieldError('layout', text)
const post = (name: string) => addCollection(ana, name, { layout: 'post' })
const without = { custom_image_upload_id: null }

test('post layout is refused while a link has no picture, and says which (R-254, A-050)', async () => {
  const lamps = await addCollection(ana, 'Lamps')
  await changeMembers(ana, 'POST', lamps, [plain, pictured])
  const one = refused('In post layout every link needs a picture. Plain lamp has none.')
  expect(await editCollection(ana, lamps, { layout: 'post' })).toEqual(one)
  const path = `${REGULAR}${lamps.uuid}/`
  expect(await ask(ana, 'PATCH', path, { layout: 'post' })).toEqual(one)
  expect(await ask(ana, 'PUT', path, { name: 'Lamps', layout: 'post' })).toEqual(one)
  expect((await readCollection(ana, lamps)).layout).toBe('list')
  const other = await addLink(ana)
  await markPageRead(server, other, null)
  await changeMembers(ana, 'POST', lamps, [other])
  expect(await editCollection(ana, lamps, { layout: 'post' })).toEqual(
    refused('In post layout every link needs a picture. Plain lamp and 1 more have none.'),
  )
  await changeMembers(ana, 'DELETE', lamps, [plain, other])
  expect(await editCollection(ana, lamps, { layout: 'post' })).toMatchObject({ status: 200 })
})

test('a link without a picture cannot be added to a collection in post layout (R-205, R-254)', async () => {
  const large = await post('Large')
  expect(await changeMembers(ana, 'POST', large, [pictured, plain])).toEqual(NO_PICTURE)
  const named = { regular_collection_names: ['Large'] }
  expect(await editLink(ana, plain, named)).toEqual(NO_PICTURE)
  expect(await editLink(ana, plain, { name: 'Renamed', ...named })).toEqual(NO_PICTURE)
  const before = { name: 'Plain lamp', regular_collection_names: [] }
  expect(await readLink(ana, plain)).toMatchObject(before)
  expect((await readCollection(ana, large)).link_uuids).toEqual([])
  expect((await changeMembers(ana, 'POST', large, [pictured])).status).toBe(200)
})

test('the extracted picture counts, and so does the creator’s own (R-254)', async () => {
  const large = await post('Counted')
  const named = { regular_collection_names: ['Counted'] }
  expect((await editLink(ana, pictured, named)).status).toBe(200)
  const own = await addLink(ana)
  await markPageRead(server, own, null)
  const picture = await addPicture(server, ana)
  const both = { custom_image_upload_id: picture, ...named }
  expect((await editLink(ana, own, both)).status).toBe(200)
  expect((await readCollection(ana, large)).link_count).toBe(2)
})

test('a link whose page is still being read can be added (R-254)', async () => {
  const large = await post('Awaited')
  const url = 'https://shop.example/new'
  const created = await ask(ana, 'POST', LINKS, { url, regular_collection_names: ['Awaited'] })
  expect(created.status).toBe(201)
  const reading = await addLink(ana)
  expect((await changeMembers(ana, 'POST', large, [reading])).status).toBe(200)
  // An unchanged form sends null for a picture that never existed.
  expect((await editLink(ana, reading, { name: 'Edited', ...without })).status).toBe(200)
  expect((await readCollection(ana, large)).link_count).toBe(2)
})

test('the only picture cannot be removed unless the link leaves the collection (D-25, R-205)', async () => {
  await post('Held')
  await addCollection(ana, 'Loose')
  const picture = await addPicture(server, ana)
  const link = await addLink(ana)
  const held = { custom_image_upload_id: picture, regular_collection_names: ['Held'] }
  await editLink(ana, link, held)
  for (const edit of [without, { ...without, regular_collection_names: ['held', 'Loose'] }]) {
    expect(await editLink(ana, link, edit)).toEqual(NO_PICTURE)
  }
  expect(await readLink(ana, link)).toMatchObject(held)
  const moved = await editLink(ana, link, { ...without, regular_collection_names: ['Loose'] })
  expect(moved).toMatchObject({ status: 200, body: { custom_image_upload_id: null } })
})

test('a link whose page has no picture can still be edited (R-254)', async () => {
  const large = await post('Disappointed')
  const link = await addLink(ana)
  await changeMembers(ana, 'POST', large, [link])
  await markPageRead(server, link, null)
  expect((await editLink(ana, link, { is_hidden: true })).status).toBe(200)
  expect((await editLink(ana, link, { name: 'Still here' })).status).toBe(200)
  // The edit form sends the picture field, so the picture is required.
  expect(await editLink(ana, link, { name: 'Form', ...without })).toEqual(NO_PICTURE)
})

test('a smart collection can have post layout whatever its rule selects (D-30)', async () => {
  const ruled = await addSmart(ana, 'Ruled large', EVERY_LINK, { layout: 'post' })
  expect(ruled).toMatchObject({ layout: 'post', type: 'smart' })
})
