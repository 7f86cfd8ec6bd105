import { expect, test } from 'vitest'
import { parseLegalPage } from '../../../../server/platform/config/legal-files.ts'
import { open, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { contentFolder } from '#support/server/money/content.ts'
import { addPage, hrefsIn, htmlOf, visibleText } from '#support/server/page/public-pages.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'

const legal = { imprint: parseLegalPage('imprint', '# Imprint\n\nFrom a file') }
const first = await startTestServer({ legal })
const second = await startTestServer({ legal, sharedServer: first })
const files = contentFolder(first)

const wordsAt = async (server: TestServer, path: string) =>
  visibleText((await open(server, path)).html)
/** Time limit until all processes have the change. */
const SOON = { timeout: 20_000 }

test('site pages from the content file are served by every process, with cached footers (R-564)', async () => {
  const { slug } = await addPage(first)
  expect(await htmlOf(second, slug)).not.toContain('House rules')
  await files.apply(`
pages:
  - { key: terms, title: House rules, text: "Be kind.\\n\\n## Money\\n- It comes late" }
  - { key: imprint, title: Who we are, text: From the content }
  - { key: sizes, title: Sizes of pictures, text: "See https://sizes.example/chart" }
`)
  for (const server of [first, second]) {
    await expect.poll(() => wordsAt(server, '/terms'), SOON).toContain('It comes late')
    expect(await wordsAt(server, '/imprint')).toContain('From the content')
    const about = await open(server, '/about/sizes')
    expect(about.status).toBe(200)
    expect(hrefsIn(about.html)).toContain('https://sizes.example/chart')
    const [foot = ''] = /<footer.*<\/footer>/s.exec((await open(server, SIGN_UP)).html) ?? []
    expect(visibleText(foot)).toContain('House rules')
    await expect.poll(() => htmlOf(server, slug), SOON).toContain('House rules')
  }
  const { results } = (await (
    await second.request('GET', '/v1/static_page/definitions')
  ).json()) as { results: { slug: string; url: string }[] }
  expect(results).toContainEqual({
    slug: 'sizes',
    title: 'Sizes of pictures',
    url: `${second.deps.config.appOrigin}/about/sizes`,
  })
})

test('sign-up requires terms from the content file; a hidden page falls back to its file', async () => {
  expect((await open(second, SIGN_UP)).html).toContain('you accept the <a href="/terms">')
  await files.apply(`
pages:
  - { key: terms, title: House rules, text: Be kind., archived: true }
  - { key: imprint, title: Who we are, text: From the content, archived: true }
  - { key: sizes, title: Sizes of pictures, text: None, archived: true }
`)
  await expect.poll(async () => (await open(second, '/terms')).status, SOON).toBe(404)
  expect((await open(second, SIGN_UP)).html).not.toContain('you accept the')
  expect(await wordsAt(second, '/imprint')).toContain('From a file')
  expect((await open(second, '/about/sizes')).status).toBe(404)
  expect((await open(second, '/about/never-written')).status).toBe(404)
})

test.each([
  ['no text', 'text: ""', 'line 1 of the text: the page has a title but no text'],
  [
    'a heading that is none',
    'text: "Hello\\n\\n### Small"',
    'line 3 of the text: headings begin with "## "',
  ],
  ['a second title', 'text: "Hello\\n# Again"', 'line 2 of the text: a page has one title'],
])('%s is refused with its path, and nothing is written', async (_, text, said) => {
  const answer = await files.apply(`pages:\n  - { key: contact, title: Contact, ${text} }\n`)
  expect(answer).toContain(`pages[0]: ${said}`)
  expect((await open(first, '/contact')).status).toBe(404)
})
