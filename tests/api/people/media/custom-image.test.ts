import { describe, expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import {
  putPicture,
  addLinkWithoutPicture,
  readTo100,
  RIGHT_HALF,
  readShownPicture,
} from '#support/server/links/link-pictures.ts'
import { addLink, changes, editLink, readLink, search } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer({ listen: true })
const site = await forThisFile(startShopSite())
const ana = await signUp(server)
/** Picture of 600 x 400 pixels, left half red, right half blue. */
const photo = await upload(server, ana)

const SQUARE = { x1: 0, y1: 0, x2: 0.5, y2: 0.75 }

describe('a link’s own picture', () => {
  test('is added with its crop and shown (A-032, R-154, R-163, R-180)', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const none = { image_url: null, custom_image_upload_id: null, image_upload_id: null }
    expect(link).toMatchObject(none)
    const { id } = photo
    const put = { custom_image_upload_id: id, ...RIGHT_HALF }
    const { status, body } = await putPicture(ana, link, put)
    expect(status).toBe(200)
    const crops = { custom_image_params: RIGHT_HALF, thumbnail_params: null }
    expect(body).toMatchObject({ custom_image_upload_id: id, image_upload_id: id, ...crops })
    expect(await readShownPicture(server, body)).toMatchObject({ size: '300x400', left: 'blue' })
    expect(await readLink(ana, link)).toEqual(body)
    expect((await search(ana)).results.find(({ uuid }) => uuid === link.uuid)).toEqual(body)
  })

  test('has an alternative text, which is deleted with the picture and kept when the crop changes', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    expect(link.image_alt).toBe('')
    await putPicture(ana, link, { custom_image_upload_id: photo.id })
    const edit = async (fields: object) => (await editLink(ana, link, fields)).body.image_alt
    expect(await edit({ image_alt: ' A red chair ' })).toBe('A red chair')
    expect(await edit({ name: 'Chair', custom_image_params: RIGHT_HALF })).toBe('A red chair')
    expect((await search(ana)).results.find(({ uuid }) => uuid === link.uuid)).toMatchObject({
      image_alt: 'A red chair',
    })
    expect(await edit({ image_alt: '' })).toBe('')
    await edit({ image_alt: 'A chair' })
    expect(await edit({ custom_image_upload_id: null })).toBe('')
    await edit({ image_alt: 'A page’s chair' })
    expect(await edit({ url: `${link.url}/other` })).toBe('')
    const { status } = await editLink(ana, link, { image_alt: 'x'.repeat(201) })
    expect(status).toBe(400)
  })

  test('takes the crop and the thumbnail’s crop as objects (D-42)', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const { body } = await putPicture(ana, link, {
      custom_image_upload_id: photo.id,
      custom_image_params: { x1: 0, y1: 0, x2: 200, y2: 100 },
      thumbnail_params: SQUARE,
    })
    expect(body).toMatchObject({ thumbnail_params: SQUARE })
    expect(await readShownPicture(server, body)).toMatchObject({ size: '200x100', left: 'red' })
  })

  test('is saved with the form, with a crop in fractions or pixels (A-029, R-164, R-177)', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const pixels = { x1: 0, y1: 0, x2: 200, y2: 100 }
    const edit = { custom_image_upload_id: photo.id, custom_image_params: pixels, name: 'Lamp' }
    const { body } = await editLink(ana, link, edit)
    expect(body).toMatchObject(edit)
    expect(await readShownPicture(server, body)).toMatchObject({ size: '200x100', left: 'red' })
    const whole = { ...edit, custom_image_params: { x1: 0, y1: 0, x2: 1, y2: 1 } }
    const full = (await editLink(ana, link, whole)).body
    expect(full.image_url).toBe(photo.image_url)
    expect(await readShownPicture(server, full)).toMatchObject({ size: '600x400' })
  })

  test('keeps its crop if the form has none, and an unchanged form changes nothing', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const edit = {
      custom_image_upload_id: photo.id,
      custom_image_params: RIGHT_HALF,
      thumbnail_params: SQUARE,
    }
    const first = (await editLink(ana, link, edit)).body
    expect((await editLink(ana, link, edit)).body).toEqual(first)
    const { custom_image_upload_id } = edit
    expect((await editLink(ana, link, { custom_image_upload_id })).body).toEqual(first)
    expect((await editLink(ana, link, {})).body).toEqual(first)
    const recut = (await editLink(ana, link, { custom_image_params: null })).body
    expect(recut).toMatchObject({ custom_image_params: null, thumbnail_params: SQUARE })
    const other = await upload(server, ana, await picture({ width: 200, height: 200 }))
    const changed = (await editLink(ana, link, { custom_image_upload_id: other.id })).body
    expect(changed).toMatchObject({
      image_url: other.image_url,
      custom_image_params: null,
      thumbnail_params: null,
    })
  })

  test('reaches other devices as a change of the list', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const { cursor } = await search(ana)
    await putPicture(ana, link, { custom_image_upload_id: photo.id })
    const { results } = await changes(ana, cursor)
    expect(results).toEqual([await readLink(ana, link)])
  })

  test('is copied by a clone, and can be removed from the clone alone (R-167)', async () => {
    const link = await addLinkWithoutPicture(ana, site)
    const put = { custom_image_upload_id: photo.id, ...RIGHT_HALF, thumbnail_params: SQUARE }
    await putPicture(ana, link, put)
    const response = await ana.send('POST', `/v2/my/links/${link.uuid}/clone/`)
    const { result } = (await response.json()) as { result: ShortLink }
    expect(result).toMatchObject({ custom_image_params: RIGHT_HALF, thumbnail_params: SQUARE })
    const bare = (await editLink(ana, result, { custom_image_upload_id: null })).body
    const none = { image_url: null, custom_image_params: null, thumbnail_params: null }
    expect(bare).toMatchObject(none)
    expect((await readLink(ana, link)).custom_image_upload_id).toBe(photo.id)
  })

  test('is not replaced by the page’s picture, which is shown after removing it', async () => {
    const image = site.put('/late.jpg', pictureAt(await picture({ width: 320, height: 240 })))
    let answer: (() => void) | undefined
    const url = site.put('/slow', (_, response) => {
      answer = () =>
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(`<title>Late</title><meta property="og:image" content="${image}">`)
    })
    const link = await addLink(ana, url)
    await vi.waitFor(() => expect(site.paths()).toContain('/slow'), { timeout: 15_000 })
    await putPicture(ana, link, { custom_image_upload_id: photo.id, ...RIGHT_HALF })
    answer?.()
    const read = await readTo100(ana, link)
    expect(read).toMatchObject({ name: 'Late', custom_image_upload_id: photo.id })
    expect(await readShownPicture(server, read)).toMatchObject({ size: '300x400', left: 'blue' })
    const { body } = await putPicture(ana, link, { custom_image_upload_id: null })
    expect(await readShownPicture(server, body)).toMatchObject({ size: '320x240' })
  })
})

test('a request with an idempotency key is executed once', async () => {
  const link = await addLinkWithoutPicture(ana, site)
  const path = `/v1/users/me/links/split/${link.uuid}/custom_image`
  const key = { 'Idempotency-Key': 'picture-1' }
  const first = await ana.send('PUT', path, { custom_image_upload_id: photo.id }, key)
  await editLink(ana, link, { custom_image_upload_id: null })
  const again = await ana.send('PUT', path, { custom_image_upload_id: photo.id }, key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.json()).toEqual(await first.json())
  expect((await readLink(ana, link)).custom_image_upload_id).toBeNull()
})
