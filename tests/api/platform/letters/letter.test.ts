import { expect, test } from 'vitest'
import { type Block, type Mail, plainText } from '../../../../server/platform/letters/letter.ts'
import { mailHtml } from '../../../../server/platform/letters/letter-html.tsx'
import { prepareMail } from '../../../../server/platform/letters/ready-letter.ts'
import { expectParts } from '#support/expect-parts.ts'

const BLOCKS: Block[] = [
  'Somebody <b>said</b> "hello" & left.\nOn two lines.',
  { action: 'Look at it', href: 'https://app.example/look?a=1&b=<2>' },
  {
    facts: [
      ['What', 'a </td><script>alert(1)</script> trick'],
      ['Who', 'nobody'],
    ],
  },
  { code: 'npm run operator -- "<x>"' },
]
const letter = (more: Partial<Mail> = {}): Mail => ({
  to: 'ana@people.example',
  subject: 'Hello',
  blocks: BLOCKS,
  ...more,
})

const words = (text: string) => text.replaceAll(/[:\s]+/g, ' ').trim()

const SIGNS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

const shown = (html: string) =>
  words(
    html
      .replace(/<head>[^]*<\/head>/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => SIGNS[sign as keyof typeof SIGNS]),
  )

test('text and HTML have the same words', async () => {
  // The HTML begins with the product's name, as a letterhead.
  expect(shown(await mailHtml(letter()))).toBe(`Split ${words(plainText(letter()))}`)
})

test('user input is escaped in both, and nothing is loaded from other sites', async () => {
  const html = await mailHtml(letter({ subject: '</title><script>alert(1)</script>' }))
  expect(html).not.toMatch(/<script|<b>|<img|url\(|@import|<link/)
  expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual([
    'href="https://app.example/look?a=1&amp;b=&lt;2&gt;"',
  ])
})

test('it supports both themes with the brand colors', async () => {
  const html = await mailHtml(letter())
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  for (const name of html.matchAll(/class="(l-[\w-]+)"/g))
    expect(html).toContain(`.${name[1] ?? ''}{`)
  expectParts(html, 'prefers-color-scheme:dark', 'background:#0b3b2a;color:#ffffff;')
  expect(html).toContain('background:#d3f4e0!important;color:#06251a!important;')
})

test('a subject cannot add a header, and a text cannot control a terminal', async () => {
  const { subject, text } = await prepareMail(
    letter({ subject: 'Hi\r\nBcc: eve@people.example\u2028X: 1\0', blocks: ['a\u001b[2Jb\u0007'] }),
    'no-reply@app.example',
  )
  expect(subject).toBe('Hi Bcc: eve@people.example X: 1')
  expect(text).toBe('a[2Jb\n')
})

test('no name changes the text direction of its neighbors', async () => {
  const mail = letter({
    subject: 'From \u202enpj.\u2066Ana',
    blocks: [
      'By \u202eAna',
      { action: 'See \u2067Ana', href: 'https://app.example/a' },
      { facts: [['Who', '\u202dAna']] },
      { code: 'block \u202eana' },
    ],
  })
  const { subject, text, html } = await prepareMail(mail, 'no-reply@app.example')
  expect(subject).toBe('From npj.Ana')
  expect(text).toBe('By Ana\n\nSee Ana:\nhttps://app.example/a\n\nWho: Ana\n\nblock ana\n')
  expect(html).toContain('<title>From npj.Ana</title>')
  expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test.each([
  'ana@people.example, eve@people.example',
  'ana@people.example\r\nBcc: eve@people.example',
  'ana@people.example;eve@people.example',
  'Ana <ana@people.example>',
  'list: ana@people.example;',
  '"ana@people.example" eve@people.example',
  'ana',
  '',
  `${'a'.repeat(250)}@people.example`,
])('%j is refused as an address', async (to) => {
  await expect(prepareMail(letter({ to }), 'no-reply@app.example')).rejects.toThrow(
    'single email address',
  )
})

test('only optional mails have an unsubscribe link', async () => {
  const from = 'no-reply@app.example'
  const needed = await prepareMail(letter(), from)
  expect(Object.keys(needed.headers)).toEqual(['Auto-Submitted'])
  expect(needed.text + needed.html).not.toContain('Stop these emails')
  const href = 'https://app.example/mail/off/key'
  const unsubscribe = { why: 'You asked for news.', action: 'Stop these emails', href }
  const news = await prepareMail(letter({ unsubscribe }), from)
  expect(news.headers).toMatchObject({
    'List-Unsubscribe': `<${href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(news.text).toContain(`You asked for news.\n\nStop these emails:\n${href}\n`)
  expect(news.html).toContain(`href="${href}"`)
})
