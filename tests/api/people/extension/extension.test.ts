import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Uint8ArrayReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { afterAll, describe, expect, test } from 'vitest'
import { lintExtension } from '#support/server/lint-extension.ts'
import { applyContent } from '#support/server/onboarding.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { buildExtension } from '../../../../scripts/build-extension.ts'

const folder = await mkdtemp(join(tmpdir(), 'split-extension-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await buildExtension(join(folder, 'extension/files'))

const ORIGIN = 'https://split.example'
const server = await startTestServer({ distDir: join(folder, 'app'), appOrigin: ORIGIN })
const page = async () => (await server.request('GET', '/extension/')).text()

const MAX_BYTES = 40 * 1024
const BROWSERS = ['chrome', 'firefox']

async function download(browser: string): Promise<Uint8Array> {
  const answer = await server.request('GET', `/extension/split-${browser}.zip`)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  return new Uint8Array(await answer.arrayBuffer())
}

/** Returns the texts of the files in a package. */
async function unpack(bytes: Uint8Array): Promise<Map<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes))
  const files = new Map<string, string>()
  for (const entry of await reader.getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()))
  return files
}

describe.each(BROWSERS)('the package for %s', (browser) => {
  test('has at most 40 KB', async () => {
    expect((await download(browser)).length).toBeLessThanOrEqual(MAX_BYTES)
  })

  test('asks for no more than it needs, and only for this server', async () => {
    const files = await unpack(await download(browser))
    const manifest = JSON.parse(files.get('manifest.json') ?? '') as Record<string, unknown>
    expect(manifest).toMatchObject({
      manifest_version: 3,
      homepage_url: `${ORIGIN}/`,
      permissions: ['activeTab', 'contextMenus', 'storage'],
      content_scripts: [{ matches: [`${ORIGIN}/extension/signed-in*`] }],
    })
    expect(Object.keys(manifest).filter((key) => /permissions/.test(key))).toEqual(['permissions'])
    expect(JSON.stringify(manifest['content_security_policy'])).toContain(`connect-src ${ORIGIN};`)
    const html = [...files].filter(([name]) => name.endsWith('.html')).map(([, text]) => text)
    expect(html).toHaveLength(2)
    for (const text of html) expect(text).not.toMatch(/https?:|<script>/)
  })
})

test('Mozilla’s linter finds nothing in the package for Firefox', async () => {
  const path = join(folder, 'firefox.zip')
  await writeFile(path, await download('firefox'))
  expect(await lintExtension(path)).toEqual([])
})

test('the packages differ only in their manifests, which name the kind of background', async () => {
  const [chrome, firefox] = await Promise.all(
    BROWSERS.map(async (browser) => unpack(await download(browser))),
  )
  const differing = [...(chrome ?? [])].filter(([name, text]) => firefox?.get(name) !== text)
  expect(differing.map(([name]) => name)).toEqual(['manifest.json'])
  expect(chrome?.size).toBe(firefox?.size)
})

test('a build from equal sources gives equal files', async () => {
  const again = join(folder, 'again')
  await buildExtension(again)
  for (const name of ['popup.js', 'background.js', 'signed-in.js', 'icon-48.png'])
    expect(await readFile(join(again, name)), name).toEqual(
      await readFile(join(folder, 'extension/files', name)),
    )
})

test('two servers pack equal packages', async () => {
  const { packExtension } = await import('../../../../extension/package/package.ts')
  const packed = await packExtension(join(folder, 'extension/files'), 'chrome', ORIGIN)
  expect(Buffer.compare(packed, await download('chrome'))).toBe(0)
})

describe('/extension/', () => {
  test('offers both packages and says what Safari needs', async () => {
    const html = await page()
    for (const browser of BROWSERS) expect(html).toContain(`href="/extension/split-${browser}.zip"`)
    expect(html).toContain('We have not tested the result.')
    expect(html).not.toContain('<script')
  })

  test('leads to the store instead once the operator has named its address', async () => {
    await applyContent(
      server,
      'onboarding: { chromeExtension: { url: "https://store.example/chrome" } }\n',
    )
    const html = await page()
    expect(html).toContain('href="https://store.example/chrome"')
    expect(html).not.toContain('split-chrome.zip')
    expect(html).toContain('split-firefox.zip')
  })

  test('says so if the extension has not been built', async () => {
    const bare = await createTestServer({ distDir: join(folder, 'nowhere/app') })
    const answer = await bare.request('GET', '/extension/split-chrome.zip')
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run')])
    await bare.stop()
  })
})

test('the page at which a sign-in ends is not stored and tells no other site its address', async () => {
  const answer = await server.request('GET', '/extension/signed-in?code=secret&state=x')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(await answer.text()).not.toContain('secret')
})
