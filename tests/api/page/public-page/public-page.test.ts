import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as made from '#support/server/page/public-pages.ts'
import { hrefsIn, htmlOf, visibleText, wordsOn } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { pages } from '../../../../server/platform/db/schema.ts'
import { expectParts, expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer()

const tagsIn = (html: string, tag: string) =>
  html.match(new RegExp(`<${tag}[ >][^>]*>?`, 'g')) ?? []

describe('what a page shows', () => {
  test('its title, text and sections, with links to their short links (R-341)', async () => {
    const page = await made.addPage(server, { description: 'Small flat,\nslow cooking.' })
    const vase = { name: 'Round neck vase', host: 'ceramics.example' }
    const links = await made.addLinks(server, page, { title: 'New in', layout: 'post' }, [vase])
    const section = await made.addSection(server, page, { type: 'collections', title: 'Kitchen' })
    const skillet = { name: 'Enamel skillet', host: 'kitchen.example' }
    const kitchen = await made.addCollection(server, page, { section, links: [skillet] })
    const html = await htmlOf(server, page.slug)
    const words = visibleText(html)
    expectParts(words, 'Ana Example', 'slow cooking.', 'New in', 'Kitchen')
    const { shortLinkHost } = server.deps.config
    for (const { name, host, shortCode } of [...links, ...kitchen.links]) {
      expect(words).toContain(`${name} ${host}`)
      expect(html).toContain(
        `href="${shortLinkHost}/${shortCode}?from=page" rel="sponsored nofollow"`,
      )
    }
    expect(hrefsIn(html).filter((href) => href?.startsWith('#s'))).toHaveLength(2)
  })

  test('its social accounts by name, and as rows in a section (R-341)', async () => {
    const page = await made.addPage(server)
    const accounts = ['https://www.instagram.com/ana.example', 'https://ana.example/blog']
    await made.addSocialLinks(server, page.userId, accounts)
    await made.addSection(server, page, { type: 'social', title: 'Elsewhere' })
    const html = await htmlOf(server, page.slug)
    const expected = /<a href="https:\/\/www.instagram.com\/ana.example"[^>]*aria-label="Instagram"/
    expect(html).toMatch(expected)
    expect(html).toMatch(/<a href="https:\/\/ana.example\/blog"[^>]*aria-label="ana.example\/blog"/)
    expect(html).toContain('rel="me nofollow noopener"')
    expect(visibleText(html)).toContain('Elsewhere Instagram ana.example ana.example/blog')
  })

  test('no hidden, expired or blocked links, and no hidden sections', async () => {
    const page = await made.addPage(server)
    const past = new Date(Date.now() - 1000)
    await made.addLinks(server, page, { title: 'Things' }, [
      { name: 'Shown thing' },
      { name: 'Hidden thing', isHidden: true },
      { name: 'Ended thing', expiresAt: past },
      { name: 'Blocked thing', blockedAt: past },
    ])
    const hidden = { title: 'Hidden part', isVisible: false }
    await made.addLinks(server, page, hidden, [{ name: 'Unseen' }])
    await made.addLinks(server, page, { title: 'Nothing left' }, [{ name: 'No', isHidden: true }])
    const words = await wordsOn(server, page.slug)
    expect(words).toContain('Shown thing')
    const things = ['Hidden thing', 'Ended thing', 'Blocked thing']
    expectNoParts(words, ...things, 'Hidden part', 'Unseen', 'Nothing left')
  })

  test('the first six of many, and the rest on demand', async () => {
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

  test('links of a smart collection by its rule', async () => {
    const page = await made.addPage(server)
    const section = await made.addSection(server, page, { type: 'collections' })
    const unset = { domain: null, created_within_days: null, min_clicks: null }
    const order = { ordering: 'name' as const, limit: 10 }
    const rule = { ...unset, ...order, tags: ['lamps'], match: 'all' as const }
    const smart = { kind: 'smart' as const, name: 'Lamps', rule }
    await made.addCollection(server, page, { section, ...smart, links: [] })
    await made.addLinks(server, page, { title: '', isVisible: false }, [
      { name: 'Reading lamp', tags: ['lamps'] },
      { name: 'A sofa', tags: [] },
    ])
    const words = await wordsOn(server, page.slug)
    expectParts(words, 'Lamps', 'Reading lamp')
    expect(words).not.toContain('A sofa')
  })

  test('nothing of other users, even if a section has their ids', async () => {
    const page = await made.addPage(server)
    const other = await made.addPage(server)
    const [theirs] = await made.addLinks(server, other, {}, [{ name: 'Of somebody else' }])
    const { id: sectionId } = await made.addSection(server, page, { title: 'Mine' })
    await server.deps.sql`insert into section_links (section_id, link_id, position)
      values (${sectionId}, ${theirs?.id ?? ''}, 0)`
    expect(await wordsOn(server, page.slug)).not.toContain('Of somebody else')
  })

  test('an empty page says so', async () => {
    const { slug } = await made.addPage(server)
    expect(await wordsOn(server, slug)).toContain('Nothing here yet. Come back soon.')
  })

  test('five hundred links, and long names in any script', async () => {
    const title = '👩‍🍳 مطبخ '.padEnd(80, 'ا')
    const page = await made.addPage(server, { title })
    const names = Array.from({ length: 500 }, (_, at) => `Thing ${at}`)
    const many = names.map((name) => ({ name, host: 'x.example' }))
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
  test('have a size and load lazily below the first four', async () => {
    const page = await made.addPage(server)
    const pictures = Array.from({ length: 6 }, () => ({ imageKey: made.newImageKey() }))
    await made.addLinks(server, page, {}, [...pictures, { name: 'No picture' }])
    const html = await htmlOf(server, page.slug)
    const images = tagsIn(html, 'img')
    expect(images).toHaveLength(6)
    for (const image of images) {
      expect(image).toMatch(/width="\d+" height="\d+"/)
      expectParts(image, 'alt=""', 'src="/cdn-cgi/image/')
    }
    const isLazy = images.map((image) => image.includes('loading="lazy"'))
    expect(isLazy).toEqual([false, false, false, false, true, true])
    expect(html).toContain('<i aria-hidden="true" dir="auto">No picture</i>')
  })

  test('load lazily below a cover, which has priority', async () => {
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

  test('are replaced by an icon in rows without one', async () => {
    const pictured = { imageKey: made.newImageKey() }
    expect(await signsOf(pictured)).toEqual([0, 0])
    expect(await signsOf(pictured, { name: 'Bare' })).toEqual([1, 2])
  })
})

describe('pictures in words', () => {
  const LAYOUTS = ['grid', 'list', 'post'] as const
  test.each(LAYOUTS)('a %s has the creator’s alt text, but no name twice', async (layout) => {
    const page = await made.addPage(server)
    await made.addLinks(server, page, { layout }, [
      { name: 'Chair', imageKey: made.newImageKey(), imageAlt: 'A red "chair"' },
      { name: 'Lamp', imageKey: made.newImageKey(), imageAlt: 'Lamp' },
      { name: 'Sofa', imageKey: made.newImageKey() },
    ])
    const images = tagsIn(await htmlOf(server, page.slug), 'img')
    const alts = images.map((image) => /alt="([^"]*)"/.exec(image)?.[1])
    expect(alts).toEqual(['A red &quot;chair&quot;', '', ''])
  })
})

describe('the first response', () => {
  test('page and style of twenty links in four sections take at most 14 KB', async () => {
    const description = 'Small flat, slow cooking, good light.'
    const page = await made.addPage(server, { description })
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

  test('the font is one small file', async () => {
    const { slug } = await made.addPage(server)
    const files = [...(await htmlOf(server, slug)).matchAll(/url\(["']?(\/fonts\/[^"')]+)/g)]
    expect(files).toHaveLength(1)
    expect(statSync(`public${files[0]?.[1]}`).size).toBeLessThan(32 * 1024)
  })

  test('the inline style matches the hash in the policy', async () => {
    const page = await made.addPage(server)
    const answer = await server.request('GET', `/p/${page.slug}`)
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? []
    const hash = createHash('sha256').update(css).digest('base64')
    expect(css).toContain('.wrap')
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`)
  })
})
