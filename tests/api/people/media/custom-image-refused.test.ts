import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionLinks, collections } from '../../../../server/platform/db/schema.ts'
import type { Upload } from '#contract/uploads.ts'
import {
  putPicture,
  addLinkWithoutPicture,
  RIGHT_HALF,
} from '#support/server/links/link-pictures.ts'
import { editLink, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startShopSite, type ShopSite } from '#support/server/hosts/shop-site.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'

let server: TestServer
let site: ShopSite
let ana: Person
/** Picture of 600 x 400 pixels, left half red, right half blue. */
let photo: Upload
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  site = await startShopSite()
  ana = await signUp(server)
  photo = await upload(server, ana)
})
afterAll(async () => {
  await site.stop()
  await server.stop()
})

const REQUIRED = { image_upload_id: ['A valid integer is required.'] }
const UNKNOWN = { image_upload_id: ['This picture does not exist.'] }

test('refused: an id that is none, or another’s, on its specified field (D-25, R-202, R-205)', async () => {
  const ben = await signUp(server)
  const his = await upload(server, ben)
  const link = await addLinkWithoutPicture(ana, site)
  for (const id of ['x', '', '12', 1.5, true, {}, []]) {
    expect((await editLink(ana, link, { custom_image_upload_id: id })).body.errors).toEqual(
      REQUIRED,
    )
    expect((await putPicture(ana, link, { custom_image_upload_id: id })).body.errors).toEqual(
      REQUIRED,
    )
  }
  for (const id of [his.id, 0, -1, 999_999, 2 ** 31, 2 ** 53]) {
    expect((await editLink(ana, link, { custom_image_upload_id: id })).body.errors).toEqual(UNKNOWN)
    expect((await putPicture(ana, link, { custom_image_upload_id: id })).body.errors).toEqual(
      UNKNOWN,
    )
  }
  expect((await putPicture(ana, link, {})).body.errors).toEqual(REQUIRED)
  expect(await readLink(ana, link)).toEqual(link)
})

const wrong: unknown[] = [
  { x1: 0, y1: 0, x2: 0, y2: 1 },
  { x1: 0.5, y1: 0, x2: 0.2, y2: 1 },
  { x1: 0, y1: 0.9, x2: 1, y2: 0.1 },
  { x1: -0.1, y1: 0, x2: 1, y2: 1 },
  { x1: 0, y1: 0, x2: 0.5, y2: 2 },
  { x1: 600, y1: 0, x2: 700, y2: 100 },
  { x1: 0, y1: 400, x2: 200, y2: 500 },
  { x1: 0, y1: 0, x2: 1 },
  { x1: '0', y1: '0', x2: '1', y2: '1' },
  'whole',
  [0, 0, 1, 1],
  7,
]
test.each(wrong)('refused: a crop that is none: %j', async (params) => {
  const link = await addLinkWithoutPicture(ana, site)
  for (const name of ['custom_image_params', 'thumbnail_params']) {
    const edit = { custom_image_upload_id: photo.id, [name]: params }
    const { status, body } = await editLink(ana, link, edit)
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]])
  }
  const { body } = await putPicture(ana, link, {
    custom_image_upload_id: photo.id,
    custom_image_params: params,
  })
  expect(Object.keys(body.errors)).toEqual(['custom_image_params'])
  expect(await readLink(ana, link)).toEqual(link)
})

test('refused: a crop of no picture', async () => {
  const link = await addLinkWithoutPicture(ana, site)
  const { body } = await putPicture(ana, link, RIGHT_HALF)
  expect(body.errors).toEqual({ custom_image_params: ['Choose a picture first.'] })
})

test('refused: another’s link, an unknown one, another product, no token', async () => {
  const ben = await signUp(server)
  const his = await upload(server, ben)
  const link = await addLinkWithoutPicture(ana, site)
  const body = { custom_image_upload_id: his.id }
  expect(await putPicture(ben, link, body)).toEqual({ status: 404, body: {} })
  expect((await putPicture(ben, { uuid: 'no-uuid' }, body)).status).toBe(404)
  expect((await putPicture(ana, link, { custom_image_upload_id: photo.id }, 'other')).status).toBe(
    404,
  )
  const stranger = await server.request('PUT', `/v1/users/me/links/split/${link.uuid}/custom_image`)
  expect([stranger.status, await stranger.json()]).toEqual([401, {}])
  expect(await readLink(ana, link)).toEqual(link)
})

test('refused: none for a link that stands in a post collection and has no other (D-25, R-205, R-254)', async () => {
  const link = await addLinkWithoutPicture(ana, site)
  await putPicture(ana, link, { custom_image_upload_id: photo.id })
  const [collection] = await server.deps.db
    .insert(collections)
    .values({ userId: ana.uuid, kind: 'regular', name: 'Lamps', layout: 'post' })
    .returning({ id: collections.id })
  await server.deps.db
    .insert(collectionLinks)
    .values({ collectionId: collection?.id ?? '', linkId: link.uuid, position: 0 })
  const { status, body } = await editLink(ana, link, { custom_image_upload_id: null })
  expect([status, body.errors]).toEqual([400, REQUIRED])
  expect((await readLink(ana, link)).custom_image_upload_id).toBe(photo.id)
})
