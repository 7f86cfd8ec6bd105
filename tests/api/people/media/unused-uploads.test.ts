import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '../../../../server/platform/db/schema.ts'
import { mediaKey } from '../../../../server/people/media/media.ts'
import { sweepUploads } from '../../../../server/people/media/unused-uploads.ts'
import type { Upload } from '#contract/images/uploads.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { S3_KEYS, startS3Store } from '#support/server/hosts/s3-store.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { upload } from '#support/server/links/uploading.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()

let width = 100
/** Uploads a picture that was not uploaded before. */
const fresh = (person = ana, kind?: string, on = server) =>
  picture({ width: (width += 2) }).then((bytes) => upload(on, person, bytes, kind))

const age = (days: number, on = server) =>
  on.deps.db.update(uploads).set({ createdAt: sql`now() - make_interval(days => ${days})` })
const sweep = (on = server) => sweepUploads(on.deps, new AbortController().signal)
const isKept = async ({ id, image_url }: Upload) => {
  const rows = await server.deps.db.$count(uploads, eq(uploads.id, id))
  const { status } = await server.request('GET', image_url)
  return [rows, status]
}
const KEPT = [1, 200]
const GONE = [0, 404]

test('a picture that was unused for a week is deleted with its bytes; a recent one stays', async () => {
  const old = await fresh()
  await age(8)
  const young = await fresh()
  expect(await sweep()).toBe(1)
  expect([await isKept(old), await isKept(young)]).toEqual([GONE, KEPT])
  expect(await sweep()).toBe(0)
  await age(8)
  expect(await sweep()).toBe(1)
  expect(await isKept(young)).toEqual(GONE)
})

test('pictures used by a link, a collection or a profile stay at any age', async () => {
  const [onLink, onHidden, onCollection, onProfile] = [
    await fresh(),
    await fresh(),
    await fresh(ana),
    await fresh(ana),
  ]
  const link = await addLink(ana)
  await editLink(ana, link, { custom_image_upload_id: onLink.id })
  const hidden = await addLink(ana)
  await editLink(ana, hidden, { custom_image_upload_id: onHidden.id, is_hidden: true })
  const made = await ana.send('POST', '/v2/my/collections/regular/', {
    name: 'Kitchen',
    image_upload_id: onCollection.id,
  })
  expect(made.status).toBe(201)
  await server.deps.sql`
    insert into public_profiles (user_id, image_upload_id) values (${ana.uuid}, ${onProfile.id})
    on conflict (user_id) do update set image_upload_id = excluded.image_upload_id`
  await age(400)
  expect(await sweep()).toBe(0)
  for (const one of [onLink, onHidden, onCollection, onProfile])
    expect(await isKept(one)).toEqual(KEPT)
  await editLink(ana, link, { custom_image_upload_id: null })
  // The history can restore it.
  expect(await sweep()).toBe(0)
  expect(await isKept(onLink)).toEqual(KEPT)
  await server.deps.sql`delete from history_entries`
  expect(await sweep()).toBe(1)
  expect(await isKept(onLink)).toEqual(GONE)
})

test('bytes used by another upload or by a page’s picture stay', async () => {
  const bytes = await picture({ width: (width += 2) })
  const eve = await signUp(server)
  const mine = await upload(server, ana, bytes)
  const hers = await upload(server, eve, bytes)
  const link = await addLink(eve)
  await editLink(eve, link, { custom_image_upload_id: hers.id })
  await age(8)
  expect(await sweep()).toBe(1)
  expect(await isKept(mine)).toEqual([0, 200])
  expect(await isKept(hers)).toEqual(KEPT)

  const [row] = await server.deps.db.select().from(uploads).where(eq(uploads.id, hers.id))
  await server.deps.sql`
    update links set image_key = ${row?.imageKey ?? ''}, custom_image_upload_id = null
    where id = ${link.uuid}`
  expect(await sweep()).toBe(1)
  expect(await isKept(hers)).toEqual([0, 200])
})

test('uploading a picture again makes it recent', async () => {
  const bytes = await picture({ width: (width += 2) })
  const before = await upload(server, ana, bytes)
  await age(8)
  const again = await upload(server, ana, bytes)
  expect(again).toEqual(before)
  expect(await sweep()).toBe(0)
  expect(await isKept(again)).toEqual(KEPT)
})

test('a link that starts to use an old picture during the deletion keeps it, or is refused', async () => {
  for (let n = 0; n < 10; n++) {
    const old = await fresh()
    const link = await addLink(ana)
    await age(8)
    const [edit] = await Promise.all([
      editLink(ana, link, { custom_image_upload_id: old.id }),
      sweep(),
    ])
    const { custom_image_upload_id: shown } = await readLink(ana, link)
    const found = await isKept(old)
    const expected = edit.status === 200 ? [200, old.id, ...KEPT] : [400, null, ...GONE]
    expect([edit.status, shown, ...found]).toEqual(expected)
  }
})

test('in an S3 store they are deleted there', async () => {
  const store = await startS3Store('pictures')
  const s3 = { ...S3_KEYS, endpoint: store.endpoint, bucket: 'pictures' }
  const own = await createTestServer({ s3 })
  await fresh(await signUp(own), undefined, own)
  expect(store.objects.size).toBe(1)
  await age(8, own)
  expect(await sweep(own)).toBe(1)
  expect(store.objects.size).toBe(0)
  await expect(
    own.deps.media.remove(mediaKey(Buffer.from('never there'), 'webp')),
  ).resolves.toBeUndefined()
  await own.stop()
  await store.stop()
})
