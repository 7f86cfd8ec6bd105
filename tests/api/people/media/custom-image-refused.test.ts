import { expect, test } from 'vitest'
import { collectionLinks, collections } from '../../../../server/platform/db/schema.ts'
import {
  putPicture,
  addLinkWithoutPicture,
  RIGHT_HALF,
} from '#support/server/links/link-pictures.ts'
import { editLink, readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer({ listen: true })
const site = await forThisFile(startShopSite())
const ana = await signUp(server)
/** Picture of 600 x 400 pixels, left half red, right half blue. */
const photo = await upload(server, ana)

const REQUIRED = { image_upload_id: ['A valid integer is required.'] }
const UNKNOWN = { image_upload_id: ['This picture does not exist.'] }

test('refused: invalid ids and pictures of others, on the specified field (D-25, R-202, R-205)', async () => {
  const ben = await signUp(server)
  const his = await upload(server, ben)
  const link = await addLinkWithoutPicture(ana, site)
  for (const [errors, ids] of [
    [REQUIRED, ['x', '', '12', 1.5, true, {}, []]],
    [UNKNOWN, [his.id, 0, -1, 999_999, 2 ** 31, 2 ** 53]],
  ] as const)
    for (const custom_image_upload_id of ids)
      for (const change of [editLink, putPicture])
        expect((await change(ana, link, { custom_image_upload_id })).body.errors).toEqual(errors)
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
test.each(wrong)('refused: the invalid crop %j', async (params) => {
  const link = await addLinkWithoutPicture(ana, site)
  for (const name of ['custom_image_params', 'thumbnail_params']) {
    const edit = { custom_image_upload_id: photo.id, [name]: params }
    const { status, body } = await editLink(ana, link, edit)
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]])
  }
  const put = { custom_image_upload_id: photo.id, custom_image_params: params }
  const { body } = await putPicture(ana, link, put)
  expect(Object.keys(body.errors)).toEqual(['custom_image_params'])
  expect(await readLink(ana, link)).toEqual(link)
})

test('refused: a crop without a picture', async () => {
  const link = await addLinkWithoutPicture(ana, site)
  const { body } = await putPicture(ana, link, RIGHT_HALF)
  expect(body.errors).toEqual({ custom_image_params: ['Choose a picture first.'] })
})

test('refused: links of others, unknown links, other products, requests without a token', async () => {
  const ben = await signUp(server)
  const his = await upload(server, ben)
  const link = await addLinkWithoutPicture(ana, site)
  const body = { custom_image_upload_id: his.id }
  expect(await putPicture(ben, link, body)).toEqual({ status: 404, body: {} })
  expect((await putPicture(ben, { uuid: 'no-uuid' }, body)).status).toBe(404)
  const own = { custom_image_upload_id: photo.id }
  expect((await putPicture(ana, link, own, 'other')).status).toBe(404)
  const stranger = await server.request('PUT', `/v1/users/me/links/split/${link.uuid}/custom_image`)
  expect([stranger.status, await stranger.json()]).toEqual([401, {}])
  expect(await readLink(ana, link)).toEqual(link)
})

test('refused: removing the only picture of a link in a post collection (D-25, R-205, R-254)', async () => {
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
