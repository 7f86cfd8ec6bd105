import { describe, expect, test } from 'vitest'
import { brands, socialLinks } from '../../../../server/platform/db/schema.ts'
import * as made from '#support/server/page/public-pages.ts'
import { hrefsIn, htmlOf, visibleText, wordsOn } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts, expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer()

async function addedBrand() {
  const [brand] = await server.deps.db.insert(brands).values({ name: 'Shop' }).returning()
  return brand?.id ?? null
}

const AMAZON = 'As an Amazon Associate I earn from qualifying purchases.'

describe('earnings are disclosed', () => {
  test('at the top, at the foot and on each earning link', async () => {
    const page = await made.addPage(server)
    const brandId = await addedBrand()
    await made.addLinks(server, page, {}, [
      { name: 'Earning', brandId, treatAsInNetwork: true, host: 'a.example' },
      { name: 'Not in it', brandId, treatAsInNetwork: false, host: 'b.example' },
      { name: 'Plain', host: 'c.example' },
    ])
    const words = await wordsOn(server, page.slug)
    expect(words).toContain('Ana earns a commission on some links here.')
    expect(words).toContain('Ana earns a commission when you buy through some of these links.')
    expectParts(words, 'Earning Ad a.example', 'Not in it b.example')
    expect(words.match(/\bAd\b/g)).toHaveLength(1)
    expectNoParts(words, 'You pay the same', 'Amazon')
  })

  const LAYOUTS = ['list', 'grid', 'post'] as const
  const KINDS = ['links', 'collections'] as const
  const CASES = LAYOUTS.flatMap((layout) => KINDS.map((type) => [layout, type] as const))
  test.each(CASES)('in a %s of %s on each earning link, beside its host', async (layout, type) => {
    const page = await made.addPage(server)
    const brandId = await addedBrand()
    // More than are visible at first, so that those behind "Show all" are checked too.
    const things = Array.from({ length: 9 }, (_, at) => ({
      name: `Thing ${at}`,
      host: `shop-${at}.example`,
      ...(at % 3 === 0 && { brandId, treatAsInNetwork: true }),
      ...(at % 3 === 1 && { url: `https://www.amazon.de/dp/${at}?tag=ana-21` }),
    }))
    if (type === 'links') await made.addLinks(server, page, { layout }, things)
    else {
      const section = await made.addSection(server, page, { type, layout })
      await made.addCollection(server, page, { section, links: things })
    }
    const html = await htmlOf(server, page.slug)
    const tiles = [...html.matchAll(/<a [^>]*rel="sponsored nofollow"[^>]*>(.*?)<\/a>/gs)]
    const words = tiles.map(([, tile = '']) => visibleText(tile).trim())
    const marked = things.map(({ name, host }, at) => `${name}${at % 3 === 2 ? '' : ' Ad'} ${host}`)
    expect(words.map((text) => text.replace(/^Thing \d Thing/, 'Thing'))).toEqual(marked)
    const [top = ''] = /<header class="side">.*?<\/header>/s.exec(html) ?? []
    expect(visibleText(top)).toContain('Ana earns a commission on some links here.')
    expect(visibleText(html)).toContain(AMAZON)
  })

  test.each([
    ['amazon.co.uk', 'https://www.amazon.co.uk/dp/1?tag=ana-21'],
    ['amzn.to', 'https://amzn.to/3Xy12Zz'],
  ])('with Amazon’s statement for associate links: %s', async (host, url) => {
    const page = await made.addPage(server)
    await made.addLinks(server, page, {}, [{ name: 'Book', url, host }])
    expectParts(await wordsOn(server, page.slug), AMAZON, `Book Ad ${host}`)
  })

  test.each([
    'https://www.amazon.com/dp/1',
    'https://www.amazon.com/dp/1?tag=',
    'https://amazon.com.example/dp/1?tag=ana-21',
    'https://notamazon.com/dp/1?tag=ana-21',
    'https://notamzn.to/1',
  ])('but not where nothing earns: %s', async (url) => {
    const page = await made.addPage(server)
    await made.addLinks(server, page, {}, [{ name: 'Book', url }])
    const words = await wordsOn(server, page.slug)
    expect(words).not.toContain('earn')
    expect(words).not.toMatch(/\bAd\b/)
  })
})

describe('text by users', () => {
  test('links mail and web addresses only', async () => {
    const page = await made.addPage(server)
    const text = [
      'Write to hello@ana.example. See (https://ana.example/a?b=1&c=2).',
      'javascript:alert(1) data:text/html,x <script>alert(2)</script>',
      'https://evil.example/"onmouseover="x and mailto:a@b.example',
    ].join('\n')
    await made.addSection(server, page, { type: 'text', title: 'About', text })
    const html = await htmlOf(server, page.slug)
    const [paragraph = ''] = /<p class="text".*?<\/p>/s.exec(html) ?? []
    expect(hrefsIn(paragraph)).toEqual([
      'mailto:hello@ana.example',
      'https://ana.example/a?b=1&c=2',
      'https://evil.example/',
      'mailto:a@b.example',
    ])
    expectParts(paragraph, 'href="https://ana.example/a?b=1&amp;c=2"', '&lt;script&gt;', '\n')
  })

  const NOWHERE = ['javascript:alert(1)', 'data:text/html,<p>x', 'vbscript:x', '//evil.example']
  test.each(NOWHERE)('a stored account address of %s leads nowhere', async (url) => {
    const page = await made.addPage(server)
    const account = {
      accountType: 4 as const,
      accountName: 'Elsewhere',
      accountUrl: url,
      sameAs: url,
    }
    const { userId } = page
    await server.deps.db.insert(socialLinks).values({ ...account, userId, position: 1 })
    await made.addSection(server, page, { type: 'social', title: 'Find me on' })
    const html = await htmlOf(server, page.slug)
    expect(visibleText(html)).toContain('Find me on Elsewhere')
    const { appOrigin } = server.deps.config
    expect(hrefsIn(html).filter((href) => !href?.startsWith(`${appOrigin}/`))).toEqual([])
    expect(html.match(/rel="me nofollow noopener"/g)).toHaveLength(2)
  })

  test('is escaped everywhere', async () => {
    const nasty = `</title><script>alert(1)</script>"'><img src=x onerror=alert(2)>`
    const page = await made.addPage(server, { title: nasty, description: nasty })
    await made.name(server, page.userId, nasty)
    await made.addLinks(server, page, { title: nasty }, [{ name: nasty, host: nasty }])
    const html = await htmlOf(server, page.slug)
    expectNoParts(html, '<script>', '<img src=x')
    expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]* onerror=/)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(data).not.toContain('<')
    expect(JSON.parse(data)).toMatchObject({ mainEntity: { name: nasty } })
  })
})
