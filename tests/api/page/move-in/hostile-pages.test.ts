import { describe, expect } from 'vitest'
import type { MoveInDraft } from '#contract/page/move-in.ts'
import { fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { html, redirectTo } from '#support/server/hosts/shop-site.ts'
import { draftOf, readDraft, startMovingIn } from '#support/server/page/moving-in.ts'
import { readPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'

const { server, site, read } = await startMovingIn()
const test = withPeople(server)

const linksOf = (draft: MoveInDraft) => draft.sections.flatMap((section) => section.links)
const anchor = (url: string, title: string) => `<a href="${url}">${title}</a>`
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => anchor(`https://shop.example/${n}`, `Thing ${n}`)).join(
    '',
  )

describe('reading a page', () => {
  test('sends one request for it, and none for its scripts, styles and targets', async ({
    ana,
  }) => {
    const before = site.paths().length
    await read(
      ana,
      `<link rel="stylesheet" href="/style.css"><script src="/app.js"></script>
       <h1>Mira</h1><a href="${site.origin}/mira/shop">Shop</a><img src="/avatar.jpg" class="avatar">`,
    )
    expect(site.paths().slice(before)).toEqual(['/mira', '/avatar.jpg'])
  })

  test('stores no page', async ({ ana }) => {
    await read(ana, anchor('https://shop.example/', 'Shop'))
    expect((await readPage(ana)).status).toBe(404)
  })

  test('follows a redirect to the page', async ({ ana }) => {
    site.put('/mira', html(anchor('https://shop.example/1', 'Shop')))
    const draft = await draftOf(ana, site.put('/old-name', redirectTo('/mira')))
    expect(draft.url).toBe(`${site.origin}/mira`)
    expect(linksOf(draft)).toHaveLength(1)
  })

  test('refuses other addresses', async ({ ana }) => {
    const refusals = {
      'javascript:alert(1)': 'Only http and https links can be shortened.',
      'https://ana:secret@pages.example/': 'Remove the user name and password from this URL.',
      '': 'Paste a URL.',
    }
    for (const [url, message] of Object.entries(refusals))
      // oxlint-disable-next-line no-await-in-loop
      expect(await readDraft(ana, url)).toEqual(fieldError('url', message))
  })

  test('refuses files that are not pages, and says why', async ({ ana }) => {
    const pdf = site.put('/file', html('%PDF-1.7', 'application/pdf'))
    expect(await readDraft(ana, pdf)).toEqual(fieldError('url', 'This address is not a web page.'))
    expect(await readDraft(ana, `${site.origin}/missing`)).toEqual(
      fieldError(
        'url',
        'The page did not let us read it. Check the address, or add your links by hand.',
      ),
    )
    expect(await readDraft(ana, 'https://nowhere.invalid/')).toEqual(
      fieldError('url', 'This page could not be reached. Check the address and try again.'),
    )
  })

  test('refuses private hosts, also behind redirects', async () => {
    const strict = await createTestServer({ allowPrivateFetch: false, sharedServer: server })
    const ana = await signUp(strict)
    const refused = fieldError('url', 'This address is not a public web page.')
    for (const url of ['http://169.254.169.254/latest', 'http://localhost:1/', 'http://[::1]/'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await readDraft(ana, url), url).toEqual(refused)
    site.put('/to-private', redirectTo('http://10.0.0.1/'))
    expect(await readDraft(ana, `${site.origin}/to-private`)).toEqual(refused)
  })
})

describe('a hostile page', () => {
  test('with HTML and scripts in titles gives text', async ({ ana }) => {
    const title = '<img src=x onerror=alert(1)>&amp;'
    const data = JSON.stringify({
      links: [
        { title: '<script>alert(1)</script>Shop', url: 'https://shop.example/1' },
        { title: '\u202eevil\u0007 name', url: 'https://shop.example/2' },
      ],
    }).replaceAll('<', '\\u003c')
    const draft = await read(
      ana,
      `<script type="application/json">${data}</script><a href="https://shop.example/3">${title.replace('<', '&lt;')}</a>`,
    )
    expect(linksOf(draft).map((link) => link.title)).toEqual([
      'alert(1) Shop',
      'evil name',
      '<img src=x onerror=alert(1)>&',
    ])
  })

  test('with other schemes says what is left out', async ({ ana }) => {
    const draft = await read(
      ana,
      `${anchor('https://shop.example/', 'Shop')}${anchor('javascript:alert(1)', 'Run')}
       ${anchor('data:text/html,x', 'Data')}${anchor('mailto:mira@mail.example', 'Mail')}
       ${anchor('tel:+1555', 'Call')}`,
    )
    expect(linksOf(draft).map((link) => link.url)).toEqual(['https://shop.example/'])
    const why = 'Split links lead to web pages only.'
    expect(draft.left_out).toEqual([
      { what: 'an email address', why },
      { what: 'a phone number', why },
      { what: '2 links that run scripts', why },
    ])
  })

  test('with 10,000 links gives as many as a page can show', async ({ ana }) => {
    const draft = await read(ana, numbered(10_000))
    expect(linksOf(draft)).toHaveLength(500)
    expect(draft.left_out).toEqual([{ what: '9500 more links', why: 'A page can show 500 links.' }])
  })

  test('of more than 3 MB is read as far as that', async ({ ana }) => {
    const draft = await read(
      ana,
      `${numbered(3)}${'<p>More text.</p>'.repeat(250_000)}${numbered(9)}`,
    )
    expect(linksOf(draft)).toHaveLength(3)
    expect(draft.left_out).toEqual([
      { what: 'the end of the page', why: 'The page is larger than 3 MB.' },
    ])
  })

  describe.each([
    ['deeply nested data', `<script type="application/json">${'['.repeat(200_000)}</script>`],
    ['data that never ends', '<script>window.a = {"links": [{"url": "'],
    ['unclosed elements', '<div><a href="/x">'.repeat(20_000)],
    [
      'data of one hundred levels',
      `<script type="application/json">${'{"a":'.repeat(99)}1${'}'.repeat(99)}</script>`,
    ],
  ])('with %s', (_, part) => {
    test('gives the rest', async ({ ana }) => {
      const draft = await read(ana, `${anchor('https://shop.example/', 'Shop')}<p>x</p>${part}`)
      expect(linksOf(draft)[0]).toMatchObject({ url: 'https://shop.example/' })
    })
  })

  test('in an old encoding has readable titles', async ({ ana }) => {
    const cyrillic = Buffer.from([0xcc, 0xee, 0xe9, 0x20, 0xf1, 0xe0, 0xe9, 0xf2])
    const page = (head: string) =>
      Buffer.concat([
        Buffer.from(`<html lang="ru">${head}<a href="https://shop.example/">`),
        cyrillic,
        Buffer.from('</a>'),
      ])
    site.put('/declared', {
      headers: { 'Content-Type': 'text/html' },
      body: page('<meta charset="windows-1251">'),
    })
    const draft = await draftOf(ana, `${site.origin}/declared`)
    expect(linksOf(draft)[0]?.title).toBe('Мой сайт')
  })
})

describe('targets', () => {
  test('behind click counters are found, those of affiliate networks are kept', async ({ ana }) => {
    const target = encodeURIComponent('https://shop.example/lamp?x=1')
    const draft = await read(
      ana,
      `${anchor(`https://l.instagram.com/?u=${target}&amp;e=x`, 'One')}
       ${anchor(`/out?url=${encodeURIComponent('https://shop.example/two')}`, 'Two')}
       ${anchor(`https://www.awin1.com/cread.php?awinmid=1&amp;ued=${target}`, 'Three')}`,
    )
    expect(linksOf(draft).map((link) => link.url)).toEqual([
      'https://shop.example/lamp?x=1',
      'https://shop.example/two',
      `https://www.awin1.com/cread.php?awinmid=1&ued=${target}`,
    ])
  })

  test('that cannot be links here are left out with the reason', async ({ ana }) => {
    const { appOrigin } = server.deps.config
    const draft = await read(
      ana,
      `${anchor('https://shop.example/', 'Shop')}${anchor(`${appOrigin}/s/lamp`, 'My lamp')}
       ${anchor('https://a:b@shop.example/', 'Inside')}
       ${anchor(`https://shop.example/${'x'.repeat(2100)}`, 'Long')}`,
    )
    expect(linksOf(draft).map((link) => link.title)).toEqual(['Shop'])
    expect(draft.left_out).toEqual([
      { what: 'My lamp', why: 'This is already a short link.' },
      { what: 'Inside', why: 'Remove the user name and password from this URL.' },
      { what: 'Long', why: 'Keep this under 2000 characters.' },
    ])
  })

  test('that appear twice are one link', async ({ ana }) => {
    const draft = await read(
      ana,
      `${anchor('https://shop.example/a', 'A')}${anchor('http://www.shop.example/a/', 'Again')}`,
    )
    expect(linksOf(draft).map((link) => link.title)).toEqual(['A'])
  })
})

test('embedded players and forms are named', async ({ ana }) => {
  const draft = await read(
    ana,
    `${anchor('https://shop.example/', 'Shop')}
     <iframe src="https://open.spotify.com/embed/x"></iframe>
     <form method="post"><input type="email"></form>`,
  )
  const why = 'Split pages don’t have these.'
  expect(draft.left_out).toEqual([
    { what: 'a music player', why },
    { what: 'a sign-up form', why },
  ])
})
