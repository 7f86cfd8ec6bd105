import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { formerSlugs, pages } from '../../../../server/platform/db/schema.ts'
import * as made from '#support/server/page/public-pages.ts'
import { htmlOf, openPage, visibleText } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer()

const open = (slug: string) => openPage(server, slug)
/** Returns the address to which the page has moved for good. */
async function movedTo(slug: string) {
  const { status, headers } = await open(slug)
  expect(status).toBe(308)
  return headers.get('location')
}

async function wordsOfGone(slug: string) {
  const response = await open(slug)
  expect(response.status).toBe(410)
  return visibleText(await response.text())
}

describe('a missing page', () => {
  test('has the same answer as an unpublished one', async () => {
    const { slug } = await made.addPage(server, { isPublished: false })
    const [unknown, unpublished] = await Promise.all([open('nobody-is-here'), open(slug)])
    expect([unknown.status, unpublished.status]).toEqual([404, 404])
    const html = await unpublished.text()
    expect(await unknown.text()).toBe(html)
    expect(visibleText(html)).toContain('This page does not exist.')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  test('a former slug redirects to the current one (R-381)', async () => {
    const page = await made.addPage(server)
    const slug = made.newSlug()
    await server.deps.db.insert(formerSlugs).values({ slug, pageId: page.id })
    expect(await movedTo(slug)).toBe(`/p/${page.slug}`)
    await server.deps.db.update(pages).set({ isPublished: false }).where(eq(pages.id, page.id))
    expect((await open(slug)).status).toBe(404)
  })

  test('a deleted page answers 410', async () => {
    const page = await made.addPage(server)
    await server.deps.db.insert(formerSlugs).values({ slug: page.slug, pageId: page.id })
    await server.deps.db.delete(pages).where(eq(pages.id, page.id))
    expect(await wordsOfGone(page.slug)).toContain('This page was deleted.')
  })

  test('a blocked page answers 410 and shows nothing of it', async () => {
    const page = await made.addPage(server, { blockedAt: new Date(), title: 'Bad things' })
    const words = await wordsOfGone(page.slug)
    expect(words).toContain('This page was blocked.')
    expect(words).not.toContain('Bad things')
  })

  test('a second page of one person has its own row and address', async () => {
    const first = await made.addPage(server, { title: 'First' })
    const { userId } = first
    const second = await made.addPage(server, { userId, title: 'Second' })
    expect(second.id).not.toBe(first.id)
    for (const { slug, title } of [first, second])
      expect(await htmlOf(server, slug)).toContain(`<h1 dir="auto">${title}</h1>`)
  })

  test('capitals redirect to lower case', async () => {
    const { slug } = await made.addPage(server)
    expect(await movedTo(slug.toUpperCase())).toBe(`/p/${slug}`)
  })
})

describe('metadata and headers', () => {
  test('have address, picture and description', async () => {
    const page = await made.addPage(server, { description: 'Only things I own.' })
    const imageKey = made.newImageKey()
    const { id } = await made.addUpload(server, page.userId, imageKey)
    await server.deps.db.update(pages).set({ imageUploadId: id }).where(eq(pages.id, page.id))
    const html = await htmlOf(server, page.slug)
    const { appOrigin } = server.deps.config
    const url = `${appOrigin}/p/${page.slug}`
    expectParts(
      html,
      `<link rel="canonical" href="${url}"/>`,
      `<meta property="og:url" content="${url}"/>`,
      '<meta property="og:title" content="Ana Example"/>',
      '<meta property="og:description" content="Only things I own."/>',
      `<meta property="og:image" content="${appOrigin}/cdn-cgi/image/`,
      '<meta name="twitter:card" content="summary_large_image"/>',
    )
    expect(html).toContain(imageKey)
    expect(html).not.toContain('noindex')
  })

  test('have noindex if the owner chose it', async () => {
    const { slug } = await made.addPage(server, { isIndexed: false })
    expect(await htmlOf(server, slug)).toContain('<meta name="robots" content="noindex"/>')
  })

  test('allow no script and no other host, and set no cookie', async () => {
    const { slug } = await made.addPage(server)
    const { headers } = await open(slug)
    const policy = headers.get('content-security-policy') ?? ''
    expectParts(policy, "default-src 'none'", "script-src 'none'")
    expect(policy).not.toContain('http')
    // Page audit tools fetch robots.txt from within the page.
    expect(policy).toContain("connect-src 'self'")
    expect(headers.get('set-cookie')).toBeNull()
    // Requests to the same origin carry the full referrer, which shows that a click came from this
    // page.
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  test('are the same for HEAD, without the page', async () => {
    const { slug } = await made.addPage(server)
    const head = await server.request('HEAD', `/p/${slug}`)
    expect(await statusAndBody(head)).toEqual([200, ''])
    expect((await server.request('HEAD', '/p/nobody-is-here')).status).toBe(404)
  })
})
