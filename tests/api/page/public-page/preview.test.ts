import { expect, test } from 'vitest'
import { signUp } from '#support/server/people.ts'
import * as made from '#support/server/page/public-pages.ts'
import { openPage, visibleText } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const PREVIEW = '/v2/my/pages/preview/'

test('the owner can preview an unpublished page without counting a view', async () => {
  const ana = await signUp(server)
  expect((await ana.send('GET', PREVIEW)).status).toBe(404)
  const slug = made.newSlug()
  await ana.send('POST', '/v2/my/pages/', { slug, title: 'Ana’s draft' })
  const page = await made.pageOf(server, slug)
  await made.addLinks(server, page, { title: 'One' }, [{ name: 'A lamp' }])
  await made.addLinks(server, page, { title: 'Two' }, [{ name: 'A sofa' }])
  const response = await ana.send('GET', PREVIEW)
  expect(response.status).toBe(200)
  const { html } = (await response.json()) as { html: string }
  expect(visibleText(html)).toContain('Ana’s draft')
  expect(visibleText(html)).toContain('A lamp')
  expect(html).toContain('<base target="_blank"/>')
  expect(html).toMatch(/<a href="#s\d+" target="_self">/)
  expect(html).not.toContain('<script')
  expect((await openPage(server, slug)).status).toBe(404)
  await server.deps.publicPages.views.flush()
  const counted = await server.deps.sql`select 1 from page_views where page_id = ${page.id}`
  expect(counted).toHaveLength(0)
})

test('a preview needs the signed-in owner', async () => {
  await made.addPage(server, { title: 'Somebody’s draft', isPublished: false })
  const ana = await signUp(server)
  expect((await ana.send('GET', PREVIEW)).status).toBe(404)
  expect((await server.request('GET', PREVIEW)).status).toBe(401)
})
