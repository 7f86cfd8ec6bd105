import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, type Config } from '../../../../server/platform/config/config.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import * as made from '#support/server/page/public-pages.ts'
import { hrefsIn, htmlOf, visibleText } from '#support/server/page/public-pages.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { expectParts } from '#support/expect-parts.ts'

const folder = folderForThisFile()
let folders = 0
/** Writes the operator's legal pages to a new folder and returns its path. */
function written(files: Record<string, string | Uint8Array>): string {
  const place = join(folder, String((folders += 1)))
  mkdirSync(place)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
  return place
}
const read = (files: Record<string, string | Uint8Array>): Config =>
  readConfig({ PAGES_DIR: written(files) })

const TERMS = `# Terms of use

What you may do here,
in two lines. Ask us@split.example.

## Rules
- Be <b>kind</b>
- No phishing
  at all
`

const { legal } = read({
  'terms.md': TERMS,
  'imprint.md': '# Impressum\n\nAna Example',
  'contact.md': '# Contact\n\nA street',
  'privacy.md': '# Our privacy\n\nMore than a draft',
})
const server = await startTestServer({ legal, operatorEmail: 'op@split.example' })
const bare = await startTestServer({ operatorEmail: 'op@split.example' })

const list = async (from: TestServer) =>
  (await from.request('GET', '/v1/static_page/definitions')).json()

describe('pages of the operator', () => {
  test('are shown at their addresses with headings, lists and paragraphs', async () => {
    const { status, html, headers } = await open(server, '/terms')
    expect(status).toBe(200)
    expectParts(html, '<h1>Terms of use</h1>', '<h2>Rules</h2>')
    expect(html).toContain('<li>Be &lt;b&gt;kind&lt;/b&gt;</li><li>No phishing at all</li>')
    expect(visibleText(html)).toContain('What you may do here, in two lines.')
    expect(hrefsIn(html)).toContain('mailto:us@split.example')
    expect(html).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.getSetCookie()).toEqual([])
  })

  test('are linked in the footer of every server-rendered page', async () => {
    const { shortCode } = await addLink(server)
    const { slug } = await made.addPage(server)
    const feet = ['/contact', '/terms', '/privacy', '/imprint', '/accessibility']
    for (const path of [
      '/multi-connect/login',
      '/multi-connect/signup',
      '/multi-connect/forgot-password',
      `/s/${shortCode}+`,
      `/s/nobody-has-this+`,
      `/p/${slug}/report`,
      '/terms',
      '/accessibility',
    ]) {
      const { html } = await open(server, path)
      const [foot = ''] = /<footer.*<\/footer>/s.exec(html) ?? []
      expect({ path, hrefs: hrefsIn(foot) }).toEqual({ path, hrefs: feet })
    }
    const [foot = ''] = /<footer.*<\/footer>/s.exec(await htmlOf(server, slug)) ?? []
    const { appOrigin } = server.deps.config
    expect(hrefsIn(foot)).toEqual(expect.arrayContaining(feet.map((path) => appOrigin + path)))
    expect(visibleText(foot)).toContain('Impressum')
  })

  test('that are missing are not linked, and name a contact', async () => {
    const { html } = await open(bare, '/multi-connect/login')
    const [foot = ''] = /<footer.*<\/footer>/s.exec(html) ?? []
    expect(hrefsIn(foot)).toEqual(['/privacy', '/accessibility'])
    const { status, html: terms } = await open(bare, '/terms')
    expect(status).toBe(404)
    expect(hrefsIn(terms)).toContain('mailto:op@split.example')
  })

  test('are listed with and without a token (R-564)', async () => {
    const { appOrigin } = server.deps.config
    expect(await list(server)).toEqual({
      results: [
        { slug: 'contact', title: 'Contact', url: `${appOrigin}/contact` },
        { slug: 'terms', title: 'Terms of use', url: `${appOrigin}/terms` },
        { slug: 'privacy', title: 'Our privacy', url: `${appOrigin}/privacy` },
        { slug: 'imprint', title: 'Impressum', url: `${appOrigin}/imprint` },
        { slug: 'accessibility', title: 'Accessibility', url: `${appOrigin}/accessibility` },
      ],
    })
    expect(await list(bare)).toMatchObject({
      results: [{ slug: 'privacy' }, { slug: 'accessibility' }],
    })
  })

  test('have a draft of the privacy policy until one is written', async () => {
    expect(visibleText((await open(bare, '/privacy')).html)).toContain('op@split.example')
    expect(visibleText((await open(bare, '/privacy')).html)).toContain('We set no cookies')
    expect(visibleText((await open(server, '/privacy')).html)).toContain('More than a draft')
  })

  test('include an accessibility page with a contact', async () => {
    const { status, html } = await open(bare, '/accessibility')
    expect(status).toBe(200)
    expect(visibleText(html)).toContain('WCAG 2.2, level AA')
    expect(hrefsIn(html)).toContain('mailto:op@split.example')
  })

  test.each([
    ['terms.md', 'Terms', 'terms.md, line 1: begin with "# " and the title.'],
    ['terms.md', '', 'terms.md, line 1: begin with "# " and the title.'],
    ['terms.md', '\n\n# Terms\n', 'terms.md, line 3: the page has a title but no text.'],
    ['terms.md', '# Terms\n\nx\n\n# Two\n', 'terms.md, line 5: a page has one title;'],
    ['terms.md', '# Terms\n\n### x\n', 'terms.md, line 3: headings begin with "## ".'],
    ['terms.md', '# Terms\n\n##x\n', 'terms.md, line 3: headings begin with "## ".'],
    ['terms.md', '# Terms\n\nx\u001b[2J\n', 'terms.md, line 3: control characters are not allowed'],
    ['terms.md', `# ${'x'.repeat(61)}\n\nx`, 'terms.md, line 1: a title can have 60 characters.'],
    ['terms.md', new Uint8Array([0x23, 0x20, 0xff]), 'terms.md must be written in UTF-8.'],
    ['terms.md', `# T\n\n${'x'.repeat(200_000)}`, 'terms.md can have 200000 bytes.'],
    ['imprnt.md', '# Imprint\n\nx', 'imprnt.md is not a page of this site. Use one of contact.md'],
  ])('%s: %j prevents the start and is named with its line', (name, text, message) => {
    expect(() => read({ [name]: text })).toThrow(message)
  })

  test('a configured folder must exist', () => {
    const PAGES_DIR = join(folder, 'nowhere')
    expect(() => readConfig({ PAGES_DIR })).toThrow('PAGES_DIR must be a folder, not')
  })

  test('that are missing are listed at each start', async () => {
    const all = Object.fromEntries(
      ['contact', 'terms', 'privacy', 'imprint'].map((key) => [`${key}.md`, `# ${key}\n\nx`]),
    )
    const { 'contact.md': contact = '', ...others } = all
    const place = written(others)
    const env = { DATA_DIR: join(folder, 'data'), PAGES_DIR: place }
    const first = await startReadyProcess({ env })
    await first.end()
    const said = first.output.out + first.output.err
    expectParts(said, 'pages about this site are not written yet', 'contact.md')
    expect(said).not.toContain('terms.md')
    writeFileSync(join(place, 'contact.md'), contact)
    const second = await startReadyProcess({ env })
    await second.end()
    expect(second.output.out + second.output.err).not.toContain('not written yet')
    const { out } = await runProcess({ script: 'operator.js', args: ['privacy-draft'], env })
    expect(out).toMatch(/^# Privacy\n/)
  })
})
