import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as made from '#support/server/page/public-pages.ts'
import { hrefsIn, htmlOf, visibleText } from '#support/server/page/public-pages.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { pages } from '../../../../server/platform/db/schema.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const tagsIn = (html: string, tag: string) =>
  html.match(new RegExp(`<${tag}[ >][^>]*>?`, 'g')) ?? []

describe('what a page shows', () => {
  test('its title, its words and its sections, links leading to their short links (R-341)', async () => {
    const page = await made.addPage(server, { description: 'Small flat,\nslow cooking.' })
    const links = await made.addLinks(server, page, { title: 'New in', layout: 'post' }, [
      { name: 'Round neck vase', host: 'ceramics.example' },
    ])
    const section = await made.addSection(server, page, { type: 'collections', title: 'Kitchen' })
    const kitchen = await made.addCollection(server, page, {
      section,
      links: [{ name: 'Enamel skillet', host: 'kitchen.example' }],
    })
    const html = await htmlOf(server, page.slug)
    const words = visibleText(html)
    for (const text of ['Ana Example', 'slow cooking.', 'New in', 'Kitchen']) {
      expect(words).toContain(text)
    }
    for (const link of [...links, ...kitchen.links]) {
      expect(words).toContain(`${link.name} ${link.host}`)
      expect(html).toContain(
        `href="${server.deps.config.shortLinkHost}/${link.shortCode}" rel="sponsored nofollow"`,
      )
    }
    expect(hrefsIn(html).filter((href) => href?.startsWith('#s'))).toHaveLength(2)
  })

  test('its accounts elsewhere, each by its name, and as rows in a section (R-341)', async () => {
    const page = await made.addPage(server)
    await made.addSocialLinks(server, page.userId, [
      'https://www.instagram.com/ana.example',
      'https://ana.example/blog',
    ])
    await made.addSection(server, page, { type: 'social', title: 'Elsewhere' })
    const html = await htmlOf(server, page.slug)
    expect(html).toMatch(
      /<a href="https:\/\/www.instagram.com\/ana.example"[^>]*aria-label="Instagram"/,
    )
    expect(html).toMatch(/<a href="https:\/\/ana.example\/blog"[^>]*aria-label="ana.example\/blog"/)
    expect(html).toContain('rel="me nofollow noopener"')
    expect(visibleText(html)).toContain('Elsewhere Instagram ana.example ana.example/blog')
  })

  test('without links that are hidden, ended or blocked, and without hidden sections', async () => {
    const page = await made.addPage(server)
    const past = new Date(Date.now() - 1000)
    await made.addLinks(server, page, { title: 'Things' }, [
      { name: 'Shown thing' },
      { name: 'Hidden thing', isHidden: true },
      { name: 'Ended thing', expiresAt: past },
      { name: 'Blocked thing', blockedAt: past },
    ])
    await made.addLinks(server, page, { title: 'Hidden part', isVisible: false }, [
      { name: 'Unseen' },
    ])
    await made.addLinks(server, page, { title: 'Nothing left' }, [{ name: 'No', isHidden: true }])
    const words = visibleText(await htmlOf(server, page.slug))
    expect(words).toContain('Shown thing')
    for (const gone of ['Hidden thing', 'Ended thing', 'Blocked thing', 'Hidden part', 'Unseen']) {
      expect(words).not.toContain(gone)
    }
    expect(words).not.toContain('Nothing left')
  })

  test('the first six of many, and the rest at one press', async () => {
    const page = await made.addPage(server)
    const names = Array.from({ length: 8 }, (_, at) => ({ name: `Thing ${at + 1}` }))
    await made.addLinks(server, page, { title: 'Many' }, names)
    const html = await htmlOf(server, page.slug)
    expect(visibleText(html)).toContain('Show all 8')
    const [before = '', after = ''] = html.split('<details')
    expect(before.match(/Thing \d/g)).toContain('Thing 6')
    expect(before).not.toContain('Thing 7</b>')
    expect(after).toContain('Thing 8</b>')
  })

  test('links of a smart collection, as its rule gives them', async () => {
    const page = await made.addPage(server)
    const section = await made.addSection(server, page, { type: 'collections' })
    const rule = {
      tags: ['lamps'],
      match: 'all' as const,
      domain: null,
      created_within_days: null,
      min_clicks: null,
      ordering: 'name' as const,
      limit: 10,
    }
    await made.addCollection(server, page, {
      section,
      kind: 'smart',
      name: 'Lamps',
      rule,
      links: [],
    })
    await made.addLinks(server, page, { title: '', isVisible: false }, [
      { name: 'Reading lamp', tags: ['lamps'] },
      { name: 'A sofa', tags: [] },
    ])
    const words = visibleText(await htmlOf(server, page.slug))
    expect(words).toContain('Lamps')
    expect(words).toContain('Reading lamp')
    expect(words).not.toContain('A sofa')
  })

  test('nothing of anybody else, even where their ids stand in a section', async () => {
    const page = await made.addPage(server)
    const other = await made.addPage(server)
    const [theirs] = await made.addLinks(server, other, {}, [{ name: 'Of somebody else' }])
    const { id: sectionId } = await made.addSection(server, page, { title: 'Mine' })
    await server.deps.sql`insert into section_links (section_id, link_id, position)
      values (${sectionId}, ${theirs?.id ?? ''}, 0)`
    expect(visibleText(await htmlOf(server, page.slug))).not.toContain('Of somebody else')
  })

  test('an empty page says so', async () => {
    const { slug } = await made.addPage(server)
    expect(visibleText(await htmlOf(server, slug))).toContain('Nothing here yet. Come back soon.')
  })

  test('five hundred things, and long names in any script', async () => {
    const title = '👩‍🍳 مطبخ '.padEnd(80, 'ا')
    const page = await made.addPage(server, { title })
    const many = Array.from({ length: 500 }, (_, at) => ({
      name: `Thing ${at}`,
      host: 'x.example',
    }))
    await made.addLinks(server, page, { title: 'All of them' }, many)
    const html = await htmlOf(server, page.slug)
    expect(html).toContain(`<h1 dir="auto">${title}</h1>`)
    expect(html.match(/rel="sponsored nofollow"/g)).toHaveLength(500)
  })
})

/**
 * Counts the placeholder drawings for missing pictures and the places that use them, for these
 * products.
 */
async function signsOf(...products: object[]) {
  const page = await made.addPage(server)
  await made.addLinks(server, page, { layout: 'list' }, products)
  const section = await made.addSection(server, page, { type: 'collections', layout: 'list' })
  await made.addCollection(server, page, { section, links: products })
  const html = await htmlOf(server, page.slug)
  return [/id="i-link"/g, /href="#i-link"/g].map((sign) => html.match(sign)?.length ?? 0)
}

describe('pictures', () => {
  test('have a size and a place in the order of loading', async () => {
    const page = await made.addPage(server)
    const pictures = Array.from({ length: 6 }, () => ({ imageKey: made.newImageKey() }))
    await made.addLinks(server, page, {}, [...pictures, { name: 'No picture' }])
    const html = await htmlOf(server, page.slug)
    const images = tagsIn(html, 'img')
    expect(images).toHaveLength(6)
    for (const image of images) {
      expect(image).toMatch(/width="\d+" height="\d+"/)
      expect(image).toContain('alt=""')
      expect(image).toContain('src="/cdn-cgi/image/')
    }
    expect(images.map((image) => image.includes('loading="lazy"'))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    expect(html).toContain('<i aria-hidden="true" dir="auto">No picture</i>')
  })

  test('under a cover they wait for it: it is the largest thing to see', async () => {
    const { userId, ...page } = await made.addPage(server)
    const { id } = await made.addUpload(server, userId, made.newImageKey())
    await server.deps.db.update(pages).set({ imageUploadId: id }).where(eq(pages.id, page.id))
    const pictures = [{ imageKey: made.newImageKey() }, { imageKey: made.newImageKey() }]
    await made.addLinks(server, { userId, ...page }, {}, pictures)
    const [cover, ...others] = tagsIn(await htmlOf(server, page.slug), 'img')
    expect(cover).toContain('fetchpriority="high"')
    expect(cover).not.toContain('loading')
    expect(others.map((image) => image.includes('loading="lazy"'))).toEqual([true, true])
  })

  test('where a row has none, a sign stands in its place', async () => {
    const pictured = { imageKey: made.newImageKey() }
    expect(await signsOf(pictured)).toEqual([0, 0])
    expect(await signsOf(pictured, { name: 'Bare' })).toEqual([1, 2])
  })
})

describe('pictures in words', () => {
  test.each(['grid', 'list', 'post'] as const)(
    'a %s says what its creator wrote, and no name twice',
    async (layout) => {
      const page = await made.addPage(server)
      await made.addLinks(server, page, { layout }, [
        { name: 'Chair', imageKey: made.newImageKey(), imageAlt: 'A red "chair"' },
        { name: 'Lamp', imageKey: made.newImageKey(), imageAlt: 'Lamp' },
        { name: 'Sofa', imageKey: made.newImageKey() },
      ])
      const alts = tagsIn(await htmlOf(server, page.slug), 'img').map(
        (image) => /alt="([^"]*)"/.exec(image)?.[1],
      )
      expect(alts).toEqual(['A red &quot;chair&quot;', '', ''])
    },
  )
})

describe('the first flight', () => {
  test('page and style of twenty things in four sections take 14 KB at most', async () => {
    const page = await made.addPage(server, {
      description: 'Small flat, slow cooking, good light.',
    })
    for (const layout of ['post', 'grid', 'list'] as const) {
      const links = Array.from({ length: 7 }, (_, at) => ({
        name: `Something to have at home, number ${at} of ${layout}`,
        host: `shop-${at}.example`,
        imageKey: made.newImageKey(),
      }))
      await made.addLinks(server, page, { title: `Section of ${layout}`, layout }, links)
    }
    await made.addSection(server, page, { type: 'text', title: 'About', text: 'words '.repeat(60) })
    const html = await htmlOf(server, page.slug)
    // The page needs no further request before the first paint.
    expect(html).not.toContain('rel="stylesheet"')
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14 * 1024)
  })

  test('its type is one light file of ours, at the one width that a page has', async () => {
    const { slug } = await made.addPage(server)
    const files = [...(await htmlOf(server, slug)).matchAll(/url\(["']?(\/fonts\/[^"')]+)/g)]
    expect(files).toHaveLength(1)
    expect(statSync(`public${files[0]?.[1]}`).size).toBeLessThan(32 * 1024)
  })

  test('the style in it is the one that its policy knows', async () => {
    const page = await made.addPage(server)
    const answer = await server.request('GET', `/p/${page.slug}`)
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? []
    const hash = createHash('sha256').update(css).digest('base64')
    expect(css).toContain('.wrap')
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`)
  })
})
