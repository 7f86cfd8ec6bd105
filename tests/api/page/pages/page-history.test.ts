import { expect } from 'vitest'
import { blockPage } from '../../../../server/operator/reports/page-blocks.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { ask } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addPicture } from '#support/server/links/collections.ts'
import { asLines, historyOf, restore } from '#support/server/links/history.ts'
import {
  addPage,
  editPage,
  newSlug,
  pagePath,
  readPage,
  TAKEN,
} from '#support/server/page/pages.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const test = withPeople(server)

test('the history of a page has who changed what, and restores a version', async ({ ana }) => {
  const page = await addPage(ana, { title: 'Lamps' })
  const path = pagePath(page)
  await editPage(ana, page, { title: 'Desk lamps', accent: 'green', is_published: true })
  const { key } = await addKey(ana, { name: 'Script' })
  await withKey(server, key)('PATCH', path, { description: 'Good light.', theme: 'sand' })
  const [second, first, made] = await historyOf(ana, path)
  if (!second || !first || !made) throw new Error('no history')
  expect(asLines(second.changes)).toEqual(['About you: null → Good light.', 'Theme: Auto → Sand'])
  expect(second.by).toEqual({ kind: 'api_key', name: 'Script', is_you: false })
  expect(asLines(first.changes)).toEqual([
    'Page name: Lamps → Desk lamps',
    'Accent: Ink → Green',
    'Published: No → Yes',
  ])
  expect([made.kind, made.changes]).toEqual(['create', []])
  const tried = await restore(ana, path, first, { query: '?dry_run=true' })
  expect(asLines(tried.body.result.changes)).toEqual([
    'About you: Good light. → null',
    'Theme: Sand → Auto',
  ])
  expect((await readPage(ana)).body.theme).toBe('sand')
  await restore(ana, path, first, { body: { latest_id: second.id } })
  expect((await readPage(ana)).body).toMatchObject({
    title: 'Desk lamps',
    description: '',
    theme: 'auto',
  })
  const [restored] = await historyOf(ana, path)
  expect(restored).toMatchObject({ kind: 'restore', restored_from: first.at })
  await restore(ana, path, second)
  expect((await readPage(ana)).body.theme).toBe('sand')
})

test('a restore has all checks of an edit', async ({ ana, ben }) => {
  const slug = newSlug()
  const page = await addPage(ana, { slug })
  const path = pagePath(page)
  const [made] = await historyOf(ana, path)
  if (!made) throw new Error('no history')
  await editPage(ana, page, { title: 'Chairs' })
  const late = await restore(ana, path, made, { body: { latest_id: made.id } })
  expect(late).toMatchObject({ status: 409, body: { conflict: { fields: ['title'] } } })
  await editPage(ana, page, { slug: newSlug() })
  await server.deps.sql`delete from former_slugs where slug = ${slug}`
  await addPage(ben, { slug })
  expect(await restore(ana, path, made)).toEqual(TAKEN)
  expect((await restore(ben, path, made)).status).toBe(404)
  expect((await ask(ben, 'GET', `${path}history/`)).status).toBe(404)
})

test('a restore leaves a block and lost pictures alone, and says so', async ({ ana }) => {
  const page = await addPage(ana)
  const path = pagePath(page)
  const picture = await addPicture(server, ana)
  await editPage(ana, page, { image_upload_id: picture, image_alt: 'A lamp' })
  const [withPicture] = await historyOf(ana, path)
  await editPage(ana, page, { image_upload_id: null, title: 'Chairs' })
  await blockPage(server.deps.db, page.slug, { why: 'Scam.', rule: 'No fraud', contact: '' })
  await server.deps.sql`delete from uploads where id = ${picture}`
  const { body } = await restore(ana, path, withPicture ?? { id: 0 })
  expect(body.result.left_out).toEqual([
    'Only the operator can block or unblock a page.',
    'The picture no longer exists.',
  ])
  expect((await readPage(ana)).body).toMatchObject({ title: 'Lamps', image_upload_id: null })
})
