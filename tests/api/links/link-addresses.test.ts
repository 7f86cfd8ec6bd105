import { expect, test } from 'vitest'
import { addressHistory } from '../../../server/links/link-addresses.ts'
import { blockLink, unblockLink } from '../../../server/operator/reports/link-blocks.ts'
import { fieldError } from '#support/server/asking.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { upload } from '#support/server/links/uploading.ts'

const { server, ana } = await startWithCreator()

test('the URL of a blocked link cannot be changed, the rest can be edited (D-18)', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  const why = { why: 'It asks for card numbers.', rule: 'No phishing', contact: 'op@split.example' }
  await blockLink(server.deps.db, link.short_code, why)
  expect((await readLink(ana, link)).url_editable).toBe(false)
  const refused = 'The operator has blocked this link, so its URL cannot change.'
  const other = { url: 'https://other.example/' }
  expect(await editLink(ana, link, other)).toEqual(fieldError('url', refused))
  const same = await editLink(ana, link, { url: 'https://shop.example/a', name: 'Kept' })
  expect([same.status, same.body.name]).toEqual([200, 'Kept'])
  await unblockLink(server.deps.db, link.short_code)
  expect((await editLink(ana, link, other)).status).toBe(200)
})

test('every change of the URL is logged: user, time, old and new (D-18)', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  await editLink(ana, link, { url: 'https://shop.example/b' })
  await editLink(ana, link, { name: 'Another name' })
  await editLink(ana, link, { url: 'https://shop.example/a' })
  const history = await addressHistory(server.deps.db, link.uuid, 10)
  const moment = expect.any(Date) as Date
  const by = { userId: ana.uuid, email: ana.email, changedAt: moment }
  expect(history).toEqual([
    { ...by, fromUrl: 'https://shop.example/b', toUrl: 'https://shop.example/a' },
    { ...by, fromUrl: 'https://shop.example/a', toUrl: 'https://shop.example/b' },
  ])
})

test('a page is read again unless both name and picture are the creator’s own (D-18)', async () => {
  const link = await addLink(ana, 'https://shop.example/a')
  await editLink(ana, link, { name: 'My own' })
  const named = await editLink(ana, link, { url: 'https://shop.example/b' })
  expect(named.body).toMatchObject({ name: 'My own', meta_extraction_progress: 0 })
  const { id: custom_image_upload_id } = await upload(server, ana)
  await editLink(ana, link, { custom_image_upload_id })
  const both = await editLink(ana, link, { url: 'https://shop.example/c' })
  expect(both.body).toMatchObject({ custom_image_upload_id, meta_extraction_progress: 100 })
})
