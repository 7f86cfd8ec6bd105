import { expect, test } from 'vitest'
import { addPage, PAGES, readPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import * as made from '#support/server/page/public-pages.ts'
import { openPage } from '#support/server/page/public-pages.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

const person = { 'user-agent': PHONE }

async function viewsOf(pageId: number): Promise<Record<string, number>> {
  await server.deps.publicPages.views.flush()
  const rows = await server.deps.sql<{ kind: string; views: string }[]>`
    select kind, sum(views) as views from page_views where page_id = ${pageId} group by kind`
  return Object.fromEntries(rows.map(({ kind, views }) => [kind, Number(views)]))
}

test('views by people, bots and previews are counted separately', async () => {
  const page = await made.addPage(server)
  const first = await openPage(server, page.slug, person)
  const etag = first.headers.get('etag') ?? ''
  const again = await openPage(server, page.slug, { ...person, 'if-none-match': etag })
  expect(again.status).toBe(304)
  await openPage(server, page.slug, { 'user-agent': 'Googlebot/2.1' })
  await openPage(server, page.slug, { 'user-agent': 'facebookexternalhit/1.1' })
  await openPage(server, page.slug, { ...person, 'sec-purpose': 'prefetch' })
  await server.request('HEAD', `/p/${page.slug}`, { headers: person })
  expect(await viewsOf(page.id)).toEqual({ human: 2, bot: 1, preview: 3 })
  await openPage(server, page.slug, person)
  expect(await viewsOf(page.id)).toEqual({ human: 3, bot: 1, preview: 3 })
})

test('views by the signed-in owner are counted separately', async () => {
  const ana = await signUp(server)
  const slug = made.newSlug()
  const published = { slug, title: 'Ana', is_published: true }
  await ana.send('POST', PAGES, published, person)
  const page = await made.pageOf(server, slug)
  await openPage(server, page.slug, person)
  await openPage(server, page.slug, { 'user-agent': `${PHONE} Other` })
  expect(await viewsOf(page.id)).toEqual({ own: 1, human: 1 })
})

test('a page that is not shown counts no view', async () => {
  const page = await made.addPage(server, { isPublished: false })
  await openPage(server, page.slug, person)
  expect(await viewsOf(page.id)).toEqual({})
})

test('views of a deleted page do not prevent others from being stored', async () => {
  const [page, gone] = [await made.addPage(server), await made.addPage(server)]
  await openPage(server, gone.slug, person)
  await openPage(server, page.slug, person)
  await server.deps.sql`delete from pages where id = ${gone.id}`
  expect(await viewsOf(page.id)).toEqual({ human: 1 })
})

test('a page has its views by people in thirty days', async () => {
  const ana = await signUp(server)
  const other = await made.addPage(server)
  const slug = made.newSlug()
  await addPage(ana, { slug, is_published: true })
  const read = async () => {
    await server.deps.publicPages.views.flush()
    return (await readPage(ana)).body.views_30d
  }
  expect(await read()).toBe(0)
  for (const agent of [PHONE, `${PHONE} Other`, 'Googlebot/2.1']) {
    await openPage(server, slug, { 'user-agent': agent })
    await openPage(server, other.slug, { 'user-agent': agent })
  }
  expect(await read()).toBe(2)
  const { id } = await made.pageOf(server, slug)
  await server.deps.sql`
    insert into page_views (page_id, day, kind, views)
    select ${id}, (now() at time zone 'UTC')::date - ago, 'human', views
    from (values (29, 10), (30, 100)) as seen (ago, views)`
  expect(await read()).toBe(12)
})
