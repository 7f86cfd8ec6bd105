import { describe, expect } from 'vitest'
import { blockLink } from '../../../server/operator/reports/link-blocks.ts'
import { sweepUploads } from '../../../server/people/media/unused-uploads.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addLamp, asLines, historyOf, restore } from '#support/server/links/history.ts'
import { upload } from '#support/server/links/uploading.ts'
import { changes, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { signIn } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const test = withPeople(server)

describe('restoring a version', () => {
  test('brings its fields back as a new change, on other devices too, and can be undone', async ({
    ana,
  }) => {
    const { link, path } = await addLamp(ana)
    const other = await signIn(server, ana)
    await editLink(other, link, { name: 'Desk lamp', tags: ['desk'], short_code: 'desk-1' })
    const { cursor } = await search(other)
    const [newest, named] = await historyOf(ana, path)
    if (!newest || !named) throw new Error('no history')
    const { status, body } = await restore(ana, path, named, { body: { latest_id: newest.id } })
    expect(status).toBe(200)
    expect(body.result.left_out).toEqual([])
    expect(asLines(body.result.changes)).toEqual([
      'Name: Desk lamp → Lamp',
      `Short code: desk-1 → ${link.short_code}`,
      'Tags: desk → null',
    ])
    const { results } = await changes(other, cursor)
    expect(results).toMatchObject([{ name: 'Lamp', short_code: link.short_code, tags: [] }])
    const [restored] = await historyOf(ana, path)
    expect(restored).toMatchObject({
      id: body.result.latest_id,
      kind: 'restore',
      restored_from: named.at,
    })
    await restore(ana, path, newest)
    expect(await readLink(ana, link)).toMatchObject({ name: 'Desk lamp', short_code: 'desk-1' })
  })

  test('leaves campaign fields that did not change', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    await editLink(ana, link, { utm_source: 'ig' })
    const [before] = await historyOf(ana, path)
    await editLink(ana, link, {
      name: 'B',
      tags: ['b'],
      short_code: 'campaign-b',
      utm_source: 'ig',
    })
    await restore(ana, path, before ?? { id: 0 })
    expect(await readLink(ana, link)).toMatchObject({ name: 'Lamp', utm_source: 'ig' })
  })

  test('can be tried without changing anything', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    await editLink(ana, link, { name: 'Desk lamp' })
    const [, named] = await historyOf(ana, path)
    const { body } = await restore(ana, path, named ?? { id: 0 }, { query: '?dry_run=true' })
    expect(asLines(body.result.changes)).toEqual(['Name: Desk lamp → Lamp'])
    expect((await readLink(ana, link)).name).toBe('Desk lamp')
    expect(await historyOf(ana, path)).toHaveLength(3)
  })

  test('is refused if there are changes that the user has not seen', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    const [seen, made] = await historyOf(ana, path)
    await editLink(ana, link, { name: 'Desk lamp' })
    const refused = await restore(ana, path, made ?? { id: 0 }, { body: { latest_id: seen?.id } })
    expect(refused).toMatchObject({
      status: 409,
      body: { conflict: { fields: ['name'], latest: { name: 'Desk lamp' } } },
    })
  })

  test('has all checks of an edit', async ({ ana, ben }) => {
    const { link, path } = await addLamp(ana)
    const [named] = await historyOf(ana, path)
    if (!named) throw new Error('no history')
    await editLink(ana, link, { external_id: 'sku-1' })
    const [withId] = await historyOf(ana, path)
    await editLink(ana, link, { external_id: null })
    await ask(ana, 'POST', LINKS, { url: 'https://shop.example/', external_id: 'sku-1' })
    expect(await restore(ana, path, withId ?? { id: 0 })).toEqual(
      fieldError('external_id', 'Another of your links has this id.'),
    )
    await editLink(ana, link, { url: 'https://other.example/' })
    await blockLink(server.deps.db, link.short_code, {
      why: 'Asks for cards.',
      rule: 'No phishing',
      contact: '',
    })
    expect(await restore(ana, path, named)).toEqual(
      fieldError('url', 'The operator has blocked this link, so its URL cannot change.'),
    )
    expect((await restore(ben, path, named)).status).toBe(404)
    expect((await restore(ana, path, { id: named.id + 1_000_000 })).status).toBe(404)
  })

  test('keeps the password, and says so', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    const [named] = await historyOf(ana, path)
    await editLink(ana, link, { password: 'a secret', name: 'Desk lamp' })
    const { body } = await restore(ana, path, named ?? { id: 0 })
    expect(body.result.left_out).toEqual(['The password stays as it is.'])
    expect(await readLink(ana, link)).toMatchObject({ name: 'Lamp', has_password: true })
  })

  test('brings back a picture that was replaced, as long as it exists', async ({ ana }) => {
    const { link, path } = await addLamp(ana)
    const { id } = await upload(server, ana)
    await editLink(ana, link, { custom_image_upload_id: id })
    const [withPicture] = await historyOf(ana, path)
    await editLink(ana, link, { custom_image_upload_id: null })
    await server.deps.sql`update uploads set created_at = now() - interval '1 year'`
    await sweepUploads(server.deps, new AbortController().signal)
    await restore(ana, path, withPicture ?? { id: 0 })
    expect((await readLink(ana, link)).image_upload_id).toBe(id)
    await editLink(ana, link, { custom_image_upload_id: null })
    await server.deps.sql`delete from uploads where id = ${id}`
    const { body } = await restore(ana, path, withPicture ?? { id: 0 })
    expect(body.result).toMatchObject({ changes: [], left_out: ['The picture no longer exists.'] })
  })
})
