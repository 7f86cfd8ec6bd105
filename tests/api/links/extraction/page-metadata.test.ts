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

  test('Open Graph before Twitter before JSON-LD before the title', () => {
    expect(title(plain + product + twitter + og)).toBe('From OG')
    expect(title(plain + product + twitter)).toBe('From Twitter')
    expect(title(plain + product)).toBe('From JSON-LD')
    expect(title(plain)).toBe('From title')
    expect(title('<link rel="icon" href="/i.png">')).toBeUndefined()
  })

  test('names and properties are mixed up in the wild, and empty ones count for nothing', () => {
    expect(title('<META NAME="OG:Title" CONTENT="Shouting">')).toBe('Shouting')
    expect(title(`<meta property="og:title" content="  ">${plain}`)).toBe('From title')
    expect(title('<meta itemprop="name"><meta property="og:title">')).toBeUndefined()
  })

  test('entities are decoded once, whitespace is one space, invisible signs go', () => {
    expect(title('<title>Tom &amp; Jerry&#8217;s &quot;Caf&eacute;&quot; &euro;5</title>')).toBe(
      'Tom & Jerry’s "Café" €5',
    )
    expect(title('<meta property="og:title" content="1 &amp;lt; 2">')).toBe('1 &lt; 2')
    expect(title('<title>\n  A\t\tlamp\n\u00a0 \u202egnp.exe\u0007</title>')).toBe('A lamp gnp.exe')
  })

  test('what looks like HTML stays text', () => {
    expect(title('<meta property="og:title" content="<script>alert(1)</script>">')).toBe(
      '<script>alert(1)</script>',
    )
    expect(title('<title><img src=x onerror=alert(1)></title>')).toBe(
      '<img src=x onerror=alert(1)>',
    )
  })

  test('a long title is cut between characters', () => {
    expect(title(`<title>${'😀'.repeat(5000)}</title>`)).toBe(`${'😀'.repeat(149)}…`)
    expect(title(`<title>${'🇩🇪'.repeat(5000)}</title>`)).toBe(`${'🇩🇪'.repeat(74)}…`)
  })

  test('not from a script, a style, a comment or a drawing', () => {
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
    const { images } = read(
      '<base href="/shop/"><meta property="og:image" content="a.jpg?w=1&amp;h=2">',
    )
    expect(images).toEqual(['https://shop.example/shop/a.jpg?w=1&h=2'])
  })

  test('only http and https', () => {
    const { images } = read(
      ['data:image/png;base64,xx', 'javascript:alert(1)', 'file:///etc/passwd', 'http://', '']
        .map((url) => `<meta property="og:image" content="${url}">`)
        .join(''),
    )
    expect(images).toEqual([])
  })

  test('icons, largest first', () => {
    const { icons } = read(`
      <link rel="shortcut icon" href="/favicon.ico">
      <link rel="icon" sizes="32x32" href="/32.png">
      <link rel="apple-touch-icon" href="/touch.png">
      <link rel="icon" sizes="512x512" href="/512.png">
      <link rel="stylesheet" href="/style.css">`)
    expect(icons.map((url) => new URL(url).pathname)).toEqual([
      '/512.png',
      '/touch.png',
      '/32.png',
      '/favicon.ico',
    ])
  })
})

describe('JSON-LD products (R-226)', () => {
  test.each([
    ['alone', { '@type': 'Product', name: 'Lamp' }],
    ['with a full type', { '@type': 'https://schema.org/Product', name: 'Lamp' }],
    ['with several types', { '@type': ['Thing', 'Product'], name: 'Lamp' }],
    [
      'in a list',
      [
        { '@type': 'WebSite', name: 'Shop' },
        { '@type': 'Product', name: 'Lamp' },
      ],
    ],
    [
      'in a graph',
      {
        '@graph': [
          { '@type': 'Organization', name: 'Shop' },
          { '@type': 'Product', name: 'Lamp' },
        ],
      },
    ],
    [
      'as the main entity',
      { '@type': 'WebPage', mainEntity: { '@type': 'Product', name: 'Lamp' } },
    ],
    [
      'as a group of variants',
      { '@type': 'ProductGroup', name: 'Lamp', hasVariant: [{ '@type': 'Product', name: 'Red' }] },
    ],
    ['inside an offer', { '@type': 'Offer', itemOffered: { '@type': 'Product', name: 'Lamp' } }],
  ])('%s', (_, value) => {
    expect(title(jsonLd(value))).toBe('Lamp')
  })

  test.each([
    ['a text', '/a.jpg', ['/a.jpg']],
    ['a list', ['/a.jpg', '/b.jpg'], ['/a.jpg', '/b.jpg']],
    ['an ImageObject', { '@type': 'ImageObject', url: '/a.jpg' }, ['/a.jpg']],
    [
      'one with a content URL',
      { '@type': 'ImageObject', contentUrl: '/c.jpg', url: '/page' },
      ['/c.jpg'],
    ],
    ['a list of them', [{ url: '/a.jpg' }, '/b.jpg'], ['/a.jpg', '/b.jpg']],
    ['a reference', { '@id': '/a.jpg' }, ['/a.jpg']],
    ['nothing', null, []],
    ['a number', 7, []],
    ['nested without end', [[[[[['/a.jpg']]]]]], []],
  ])('its image as %s', (_, image, paths) => {
    const { images } = read(jsonLd({ '@type': 'Product', name: 'Lamp', image }))
    expect(images.map((url) => new URL(url).pathname)).toEqual(paths)
  })

  test('broken blocks are passed over for the next', () => {
    const head =
      jsonLd('{ not json') +
      jsonLd('<!-- {"@type":"Product","name":"Wrapped &amp; raw\nbreak"} -->') +
      '<title>Title</title>'
    expect(title(head)).toBe('Wrapped & raw break')
    expect(title(jsonLd('null') + jsonLd('7') + jsonLd('""') + '<title>T</title>')).toBe('T')
  })

  test('what is no product names nothing, and depth has an end', () => {
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
    expect(parseOEmbed('{"title":"A &amp; B","thumbnail_url":"/t.jpg"}', base)).toEqual({
      title: 'A & B',
      image: 'https://video.example/t.jpg',
    })
    expect(parseOEmbed('{"type":"photo","url":"https://p.example/p.jpg"}', base).image).toBe(
      'https://p.example/p.jpg',
    )
    for (const json of ['', '[]', 'null', '{"title":7,"thumbnail_url":[]}']) {
      expect(parseOEmbed(json, base)).toEqual({ title: undefined, image: undefined })
    }
  })
})

describe('charset', () => {
  const latin = Buffer.from('<title>Caf\u00e9</title>', 'latin1')
  const utf8 = Buffer.from('<title>Café</title>')

  test('the header rules, then the page’s own word, then what fits', () => {
    expect(decodePage(latin, 'ISO-8859-1')).toContain('Café')
    expect(decodePage(utf8, undefined)).toContain('Café')
    expect(decodePage(latin, undefined)).toContain('Café')
    const meta = Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin])
    expect(decodePage(meta, undefined)).toContain('Café')
    const old = Buffer.from(
      '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
    )
    const japanese = Buffer.concat([old, Buffer.from([0x83, 0x89, 0x83, 0x93, 0x83, 0x76])])
    expect(decodePage(japanese, undefined)).toContain('ランプ')
  })

  test('a byte order mark beats a wrong header; an unknown label is ignored', () => {
    expect(decodePage(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), 'latin1')).toBe(
      '<title>Café</title>',
    )
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
])('a page of %s holds the server up for a moment only', (_, page) => {
  const started = performance.now()
  parseMetadata(page, PAGE)
  expect(performance.now() - started).toBeLessThan(1500)
})
