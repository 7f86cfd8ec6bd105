import { describe, expect, test } from 'vitest'
import { readCase } from '#support/cases.ts'
import { parseOEmbed } from '../../../../server/links/extraction/oembed.ts'
import { parseMetadata } from '../../../../server/links/extraction/parse-metadata.ts'

const PAGE = 'https://www.shop.example/products/lamp'
const read = (head: string) => parseMetadata(`<!doctype html><head>${head}</head>`, PAGE)
const titleOf = (head: string) => read(head).title
const ofCase = (name: string) => parseMetadata(readCase(name).toString(), PAGE)
const jsonLd = (text: string) => `<script type="application/ld+json">${text}</script>`

describe('titles of firewalls are not used as names', () => {
  test('of a real page', () => {
    expect(ofCase('page-just-a-moment.html')).toMatchObject({ title: undefined, isWall: true })
  })

  test.each([
    'Just a moment...',
    'Just a moment…',
    'JUST A MOMENT',
    'Attention Required! | Cloudflare',
    'Access Denied',
    'Access Denied - Sucuri Website Firewall',
    'Access denied | www.shop.example',
    'Just a moment... | shop',
    'Robot Check',
    'Are you a human?',
    'Pardon Our Interruption',
    'Pardon Our Interruption...',
    'Please verify you are a human',
    'Human Verification',
    'Captcha',
    'Vercel Security Checkpoint',
    'DDoS-Guard',
    'Access to this page has been denied.',
    'Request unsuccessful. Incapsula incident ID: 12-34',
    '403 Forbidden',
    '403 - Forbidden',
    'Nur einen Moment…',
    'Un instant…',
    'Un momento…',
    'Um momento…',
    'Een moment geduld…',
    'Один момент…',
    'しばらくお待ちください...',
    '请稍候…',
    'Zugriff verweigert',
    'Accès refusé',
    'Acceso denegado',
    'Доступ запрещён',
    'Checking your browser before accessing www.shop.example',
    'Verifying you are human',
    'Access to www.shop.example was denied',
    'Error 1020',
    'Let\u2019s confirm you are human',
    'Sorry! Something went wrong!',
    'Moment mal…',
    'Robot or human?',
    'Are you a human or a robot?',
    'Verify you’re not a robot',
    'Prove you are human',
    'We need to verify you are human',
    'Confirm your identity to continue',
    "Let's get you verified",
    'ShieldSquare Captcha',
    'Radware Bot Manager Captcha',
    'Performing security verification',
    'Access to this page is blocked',
    'Page blocked',
    'Access restricted',
    'Enable JavaScript and cookies to continue',
    'Please enable JS and disable any ad blocker',
    'ERROR: The request could not be satisfied',
    '403 - Forbidden: Access is denied.',
    'Sicherheitsabfrage',
    'Bitte bestätigen Sie, dass Sie kein Roboter sind',
    'Confirmez que vous êtes humain',
    'Verificando que eres humano',
    'Verifica che non sei un robot',
    'Подтвердите, что вы не робот',
    'ロボットではないことを確認してください',
  ])('%s', (title) => {
    expect(read(`<title>${title}</title>`)).toMatchObject({ title: undefined, isWall: true })
    const og = `<meta property="og:title" content="${title}">`
    expect(titleOf(`${og}<title>A lamp</title>`)).toBe('A lamp')
  })

  test.each([
    'Access Denied (Blu-ray)',
    'Access Denied | Records of the North',
    'Just a Moment: A Novel',
    'Captcha the Flag T-Shirt',
    'Robot Check Shirt, Blue',
    'Forbidden Fruit',
    'Access to Tools, second edition',
    'Moment of Truth',
    'One More Step Stool',
    'Robot or Human? A Children’s Book',
    'Verify Your Lamp',
    'Security Check Wallet for Travellers',
    'Blocked Drain Cleaner',
    'Prove You Are Human: Essays',
    'Hold On',
  ])('but these products are: %s', (title) => {
    expect(read(`<title>${title}</title>`)).toMatchObject({ title, isWall: false })
  })
})

describe('templates that were not filled in are not used as names', () => {
  test('of a real page', () => {
    expect(ofCase('page-og-title-template.html').title).toBe('Blue kettle')
  })

  test.each([
    '{{ title }}',
    '{{product.title}} | Shop',
    '{{{title}}}',
    '{% block title %}{% endblock %}',
    '${title}',
    '#{product.name}',
    '&lt;%= title %&gt;',
    '&lt;?= $title ?&gt;',
    '[[title]]',
    '[[*pagetitle]]',
    '%title%',
    '%%title%% %%sep%% %%sitename%%',
    '{title}',
    '__TITLE__',
    '@title@',
    'undefined',
    'null',
    'NaN',
    '[object Object]',
    'undefined | Shop',
    'Shop - null',
    '{$title}',
    '$title$',
    '&lt;#= title #&gt;',
    '@Model.Title',
    '*|TITLE|*',
    '[product_name]',
    '{0} - Shop',
    'TITLE_HERE',
    'Untitled Document',
  ])('%s', (title) => {
    const unfilled = `<meta property="og:title" content="${title}">`
    expect(titleOf(`${unfilled}<title>Blue kettle</title>`)).toBe('Blue kettle')
    expect(read(unfilled)).toMatchObject({ title: undefined, isWall: false })
    const product = jsonLd(JSON.stringify({ '@type': 'Product', name: title }))
    expect(titleOf(`${product}<title>Blue kettle</title>`)).toBe('Blue kettle')
  })

  test.each([
    '100% cotton, 50% off',
    'Set {3 pieces}',
    'Null Island Poster',
    'Untitled No. 5',
    'Document holder',
    '$5 off, $9 now',
    '[sale] Kettle',
    'Undefined: A Novel',
    'Save $5 [sale]',
    'Caf%C3%A9 cups',
    'Tom & Jerry <3',
  ])('but these names are: %s', (title) => {
    const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    expect(titleOf(`<title>${escaped}</title>`)).toBe(title)
  })

  test('nor is one in an answer of oEmbed', () => {
    const { title } = parseOEmbed('{"title":"{{ title }}"}', 'https://video.example/oembed')
    expect(title).toBeUndefined()
  })
})

describe('JSON-LD as shops write it', () => {
  test('of a real page', () => {
    const { title, images } = ofCase('page-jsonld-trailing-comma.html')
    expect(title).toBe('Kettle trailing')
    expect(images).toEqual(['https://www.shop.example/p.png'])
  })

  const product = '"@type":"Product","name":"Kettle"'
  test.each([
    ['a comma at the end', `{${product},}`],
    ['commas in lists', `{${product},"image":["/a.png",],"offers":[{"price":1,},],}`],
    ['two commas', `{${product},,"sku":"1"}`],
    ['a raw line break', `{${product},"description":"Two\nlines\r\nand\ta tab"}`],
    ['control characters', `{${product},"description":"odd \u0001\u001f signs"}`],
    ['a comment of HTML', `<!-- {${product},} -->`],
    ['a comment of HTML on lines', `\n<!--\n{${product}}\n//-->\n`],
    ['CDATA', `<![CDATA[ {${product},} ]]>`],
    ['CDATA in comments', `//<![CDATA[\n{${product}}\n//]]>`],
    ['CDATA in other comments', `/*<![CDATA[*/ [{${product}}] /*]]>*/`],
    ['a semicolon', `{${product}};`],
    ['comments inside', `{/* ours */ ${product}, // the name\n"sku":"1"}`],
    ['a comma and bracket in a string', `{${product},"description":"a,} b,] \\" ,}",}`],
    ['an address in a string', `{${product},"url":"https://shop.example//a",}`],
    ['an escape that is none', `{${product},"description":"it\\'s",}`],
    ['single quotes', `{'@type':'Product','name':'Kettle',}`],
    ['keys without quotes', `{"@type":"Product",name:"Kettle"}`],
    ['a missing comma', `{"@type":"Product" "name":"Kettle"}`],
    ['a missing value', `{${product},"price":,"sku":}`],
    ['values of JavaScript', `{${product},"price":NaN,"sku":undefined,"gtin":007}`],
    ['a list of names', '{"@type":"Product","name":["Kettle","Teapot"]}'],
    ['a name with its language', '{"@type":"Product","name":{"@value":"Kettle"}}'],
    ['a graph', `{"@graph":[{"@type":"WebSite","name":"Shop",},{${product},},],}`],
  ])('with %s', (_, text) => {
    expect(titleOf(`${jsonLd(text)}<title>Shop | Home</title>`)).toBe('Kettle')
  })

  test('keeps strings as they are', () => {
    const text = '{"@type":"Product","name":"Kettle, } ,] // red","image":"https://a.example//b",}'
    const { title, images } = read(jsonLd(text))
    expect(title).toBe('Kettle, } ,] // red')
    expect(images).toEqual(['https://a.example//b'])
  })

  const BROKEN = ['{', '{"@type":"Product","name":"Half', '[[[', '}{', '/*', '<!-- {', '{]', '']
  test.each([`{'@type':'Product','name':'Half`, ...BROKEN])('skips invalid JSON: %j', (text) => {
    expect(titleOf(`${jsonLd(text)}<title>Shop</title>`)).toBe('Shop')
  })
})

describe('titles in drawings are not used', () => {
  const paths = '<path d="M0 0h24v24H0z"/>'.repeat(4000)
  test.each([
    ['before the title', '<svg><title>Cart</title></svg>'],
    ['that is large', `<svg viewBox="0 0 24 24"><title>Cart</title>${paths}</svg>`],
    ['inside of another', '<svg><svg><title>In</title></svg><title>Out</title></svg>'],
    ['that closes itself', '<svg/>'],
    ['of symbols', '<svg><symbol><title>Heart</title></symbol><style>a{}</style></svg>'],
    ['in capitals', '<SVG><TITLE>Cart</TITLE></SVG>'],
    ['of mathematics', '<math><title>x</title></math>'],
    ['that is never closed', '<svg><title>Cart</title><path d="M0 0"><meta name="a">'],
  ])('%s', (_, drawing) => {
    expect(titleOf(`${drawing}<title>A lamp</title>`)).toBe('A lamp')
  })
})

test('an empty title is skipped', () => {
  expect(titleOf('<title> </title><title>A lamp</title>')).toBe('A lamp')
})

test.each([
  ['commas', `{${','.repeat(900_000)}`],
  ['strings without end', '{"'.repeat(400_000)],
  ['comments without end', `{${'/*'.repeat(400_000)}`],
  ['backslashes', `{"${'\\'.repeat(900_000)}`],
  ['starts of CDATA', '<![CDATA['.repeat(100_000)],
])('JSON of %s is skipped quickly', (_, text) => {
  expect(titleOf(`${jsonLd(text)}<title>Shop</title>`)).toBe('Shop')
})
