import { describe, expect, test } from 'vitest'
import { decodePage } from '../../../../server/links/parsing/decode-page.ts'
import { parseOEmbed } from '../../../../server/links/extraction/oembed.ts'
import { parseMetadata } from '../../../../server/links/extraction/parse-metadata.ts'

const PAGE = 'https://shop.example/products/lamp?a=1'
const read = (head: string) => parseMetadata(`<!doctype html><head>${head}</head>`, PAGE)
const title = (head: string) => read(head).title
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`

describe('title (R-226)', () => {
  const og = '<meta property="og:title" content="From OG">'
  const twitter = '<meta name="twitter:title" content="From Twitter">'
  const product = jsonLd({ '@type': 'Product', name: 'From JSON-LD' })
  const plain = '<title>From title</title>'

  test('prefers Open Graph, then Twitter, JSON-LD and the title', () => {
    expect(title(plain + product + twitter + og)).toBe('From OG')
    expect(title(plain + product + twitter)).toBe('From Twitter')
    expect(title(plain + product)).toBe('From JSON-LD')
    expect(title(plain)).toBe('From title')
    expect(title('<link rel="icon" href="/i.png">')).toBeUndefined()
  })

  test('accepts name and property in any case, and skips empty ones', () => {
    expect(title('<META NAME="OG:Title" CONTENT="Shouting">')).toBe('Shouting')
    expect(title(`<meta property="og:title" content="  ">${plain}`)).toBe('From title')
    expect(title('<meta itemprop="name"><meta property="og:title">')).toBeUndefined()
  })

  test('entities are decoded once, whitespace is collapsed, invisible characters are removed', () => {
    const escaped = 'Tom &amp; Jerry&#8217;s &quot;Caf&eacute;&quot; &euro;5'
    expect(title(`<title>${escaped}</title>`)).toBe('Tom & Jerry’s "Café" €5')
    expect(title('<meta property="og:title" content="1 &amp;lt; 2">')).toBe('1 &lt; 2')
    expect(title('<title>\n  A\t\tlamp\n\u00a0 \u202egnp.exe\u0007</title>')).toBe('A lamp gnp.exe')
  })

  test('what looks like HTML stays text', () => {
    for (const text of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>']) {
      expect(title(`<meta property="og:title" content="${text}">`)).toBe(text)
      expect(title(`<title>${text}</title>`)).toBe(text)
    }
  })

  test('a long title is cut between characters', () => {
    expect(title(`<title>${'😀'.repeat(5000)}</title>`)).toBe(`${'😀'.repeat(299)}…`)
    expect(title(`<title>${'🇩🇪'.repeat(5000)}</title>`)).toBe(`${'🇩🇪'.repeat(299)}…`)
  })

  test('ignores titles in scripts, styles, comments and drawings', () => {
    expect(
      title(`<!-- <title>Old</title> --><script>"<title>No</title>"</script><style>/*<title>No</title>*/</style><title>Yes</title>
        <body><svg><title>Cart</title></svg>`),
    ).toBe('Yes')
    expect(title('<body><svg><title>Cart</title></svg>')).toBeUndefined()
  })
})

describe('pictures and icons (R-226)', () => {
  test('best first, absolute, each once', () => {
    const { images } = read(`
      <meta name="twitter:image" content="//cdn.example/t.jpg">
      <meta property="og:image" content="/og.jpg">
      <meta property="og:image" content="og2.jpg">
      <meta property="og:image:secure_url" content="/og.jpg">
      ${jsonLd({ '@type': 'Product', image: 'https://cdn.example/p.jpg' })}
      <link rel="image_src" href="/src.jpg">`)
    expect(images).toEqual([
      'https://shop.example/og.jpg',
      'https://shop.example/products/og2.jpg',
      'https://cdn.example/t.jpg',
      'https://cdn.example/p.jpg',
      'https://shop.example/src.jpg',
    ])
  })

  test('relative to the base of the page; entities in addresses decoded', () => {
    const image = '<meta property="og:image" content="a.jpg?w=1&amp;h=2">'
    const { images } = read(`<base href="/shop/">${image}`)
    expect(images).toEqual(['https://shop.example/shop/a.jpg?w=1&h=2'])
  })

  test('only http and https', () => {
    const urls = ['data:image/png;base64,xx', 'javascript:alert(1)', 'file:///etc/x', 'http://', '']
    for (const url of urls)
      expect(read(`<meta property="og:image" content="${url}">`).images, url).toEqual([])
  })

  test('icons, largest first', () => {
    const { icons } = read(`
      <link rel="shortcut icon" href="/favicon.ico">
      <link rel="icon" sizes="32x32" href="/32.png">
      <link rel="apple-touch-icon" href="/touch.png">
      <link rel="icon" sizes="512x512" href="/512.png">
      <link rel="stylesheet" href="/style.css">`)
    const paths = ['/512.png', '/touch.png', '/32.png', '/favicon.ico']
    expect(icons.map((url) => new URL(url).pathname)).toEqual(paths)
  })
})

describe('JSON-LD products (R-226)', () => {
  const lamp = { '@type': 'Product', name: 'Lamp' }
  test.each([
    ['alone', lamp],
    ['with a full type', { '@type': 'https://schema.org/Product', name: 'Lamp' }],
    ['with several types', { '@type': ['Thing', 'Product'], name: 'Lamp' }],
    ['in a list', [{ '@type': 'WebSite', name: 'Shop' }, lamp]],
    ['in a graph', { '@graph': [{ '@type': 'Organization', name: 'Shop' }, lamp] }],
    ['as the main entity', { '@type': 'WebPage', mainEntity: lamp }],
    [
      'as a group of variants',
      { '@type': 'ProductGroup', name: 'Lamp', hasVariant: [{ '@type': 'Product', name: 'Red' }] },
    ],
    ['inside an offer', { '@type': 'Offer', itemOffered: lamp }],
  ])('%s', (_, value) => {
    expect(title(jsonLd(value))).toBe('Lamp')
  })

  test.each([
    ['a text', '/a.jpg', ['/a.jpg']],
    ['a list', ['/a.jpg', '/b.jpg'], ['/a.jpg', '/b.jpg']],
    ['an ImageObject', { '@type': 'ImageObject', url: '/a.jpg' }, ['/a.jpg']],
    ['a content URL', { '@type': 'ImageObject', contentUrl: '/c.jpg', url: '/page' }, ['/c.jpg']],
    ['a list of them', [{ url: '/a.jpg' }, '/b.jpg'], ['/a.jpg', '/b.jpg']],
    ['a reference', { '@id': '/a.jpg' }, ['/a.jpg']],
    ['nothing', null, []],
    ['a number', 7, []],
    ['nested without end', [[[[[['/a.jpg']]]]]], []],
  ])('its image as %s', (_, image, paths) => {
    const { images } = read(jsonLd({ ...lamp, image }))
    expect(images.map((url) => new URL(url).pathname)).toEqual(paths)
  })

  test('invalid blocks are skipped', () => {
    const head =
      jsonLd('{ not json') +
      jsonLd('<!-- {"@type":"Product","name":"Wrapped &amp; raw\nbreak"} -->') +
      '<title>Title</title>'
    expect(title(head)).toBe('Wrapped & raw break')
    expect(title(jsonLd('null') + jsonLd('7') + jsonLd('""') + '<title>T</title>')).toBe('T')
  })

  test('only products count, up to a maximum depth', () => {
    expect(title(jsonLd({ '@type': 'Organization', name: 'Shop' }))).toBeUndefined()
    let deep: unknown = { '@type': 'Product', name: 'Too deep' }
    for (let i = 0; i < 50; i++) deep = { '@graph': [deep] }
    expect(title(jsonLd(deep))).toBeUndefined()
  })
})

describe('oEmbed', () => {
  test('is discovered as JSON only', () => {
    const { oembedUrl } = read(`
      <link rel="alternate" type="text/xml+oembed" href="/xml">
      <link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">`)
    expect(oembedUrl).toBe('https://shop.example/oembed?url=x&format=json')
  })

  test('gives title and thumbnail, or the photo itself', () => {
    const base = 'https://video.example/oembed'
    const read = (json: string) => parseOEmbed(json, base)
    const video = { title: 'A & B', image: 'https://video.example/t.jpg' }
    expect(read('{"title":"A &amp; B","thumbnail_url":"/t.jpg"}')).toEqual(video)
    const photo = { title: undefined, image: 'https://p.example/p.jpg' }
    expect(read('{"type":"photo","url":"https://p.example/p.jpg"}')).toEqual(photo)
    for (const json of ['', '[]', 'null', '{"title":7,"thumbnail_url":[]}']) {
      expect(read(json)).toEqual({ title: undefined, image: undefined })
    }
  })
})

describe('charset', () => {
  const latin = Buffer.from('<title>Caf\u00e9</title>', 'latin1')
  const utf8 = Buffer.from('<title>Café</title>')

  test('the header comes first, then the page’s declaration, then detection', () => {
    expect(decodePage(latin, 'ISO-8859-1')).toContain('Café')
    const meta = Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin])
    for (const page of [utf8, latin, meta]) expect(decodePage(page, undefined)).toContain('Café')
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">'
    const japanese = Buffer.concat([Buffer.from(old), Buffer.from('838983938376', 'hex')])
    expect(decodePage(japanese, undefined)).toContain('ランプ')
  })

  test('a byte order mark beats a wrong header; an unknown label is ignored', () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])
    expect(decodePage(marked, 'latin1')).toBe('<title>Café</title>')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Café', 'utf16le')])
    expect(decodePage(utf16, undefined)).toBe('Café')
    expect(decodePage(utf8, 'no-such-charset')).toContain('Café')
  })

  test('a page cut inside a character is still UTF-8', () => {
    expect(decodePage(utf8.subarray(0, 11), undefined)).toBe('<title>Caf')
  })
})

test.each([
  ['tags without end', '<meta '.repeat(150_000)],
  ['entities', `<title>${'&amp;'.repeat(200_000)}</title>`],
  ['deep nesting', '<div>'.repeat(200_000)],
  ['deep nesting, closed by others', '<div>'.repeat(100_000) + '</span>'.repeat(60_000)],
  ['deep drawings', '<svg>'.repeat(150_000)],
  ['one meta over and over', '<meta property="og:image" content="a">'.repeat(25_000)],
  ['deep JSON', jsonLd('['.repeat(500_000))],
  ['much JSON', jsonLd({}).repeat(20_000)],
])('a page of %s is parsed quickly', (_, page) => {
  const started = performance.now()
  parseMetadata(page, PAGE)
  expect(performance.now() - started).toBeLessThan(1500)
})
