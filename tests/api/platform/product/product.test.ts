import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildExtension } from '../../../../scripts/build-extension.ts'
import { folderForThisFile, forThisFile } from '#support/server/for-this-file.ts'
import { emptyPlace } from '#support/server/installations.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'

const NAME = 'Käse Links'
const COLOR = '#0b5fff'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)">
<script>alert(2)</script><rect width="10" height="10" fill="#0b5fff"/></svg>`

const folder = folderForThisFile()
const dist = join(folder, 'app')
mkdirSync(dist)
// The page and files of the app as they are before a build.
cpSync('index.html', join(dist, 'index.html'))
cpSync('public', dist, { recursive: true })
writeFileSync(
  join(dist, 'sw.js'),
  'const files=[{"revision":"0abc","url":"index.html"},{"revision":"1abc","url":"icons/icon-192.png"},{"revision":"2abc","url":"icons/social-other.svg"}]',
)
await buildExtension(join(folder, 'extension/files'))
writeFileSync(join(folder, 'logo.svg'), LOGO)

const place = await forThisFile(emptyPlace())
const settings = {
  ...place.env,
  DIST_DIR: dist,
  PRODUCT_NAME: NAME,
  PRODUCT_COLOR: COLOR,
  PRODUCT_LOGO: join(folder, 'logo.svg'),
  SUPPORT_EMAIL: 'help@kaese.example',
}
const server = await forThisFile(startReadyProcess({ env: settings }))
/** Returns the content of a page, or of that to which it leads. */
const read = async (path: string) => (await fetch(server.origin + path)).text()

const ana = await signUp(server)
const paths: string[] = []
beforeAll(async () => {
  const link = await addLink(ana)
  await editLink(ana, link, { password: 'a long password' })
  const path = new URL(link.split_url).pathname
  const page = await addPage(ana, { slug: 'ana-cheese', title: 'Ana', is_published: true })
  paths.push(path, `${path}+`, `/p/${page.slug}`)
})

const PAGES = [
  '/',
  '/manifest.webmanifest',
  '/multi-connect/login',
  '/multi-connect/create-account',
  '/multi-connect/forgot-password',
  '/desk',
  '/desk/orders',
  '/developers',
  '/openapi.json',
  '/extension',
  '/extension/signed-in',
  '/accessibility',
  '/privacy',
  '/contact',
  '/s/no-such-link',
  '/s/no-such-link+',
  '/p/nobody',
  '/w/no-such-widget',
  '/r/nobody',
  '/mail/off',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/security.txt',
]

test('no page or file contains the default name', async () => {
  for (const path of [...PAGES, ...paths]) {
    const text = await read(path)
    expect(text.length, path).toBeGreaterThan(0)
    expect(/\bSplit\b.{0,40}/.exec(text)?.[0], path).toBeUndefined()
  }
  expect(await read('/multi-connect/login')).toContain(`· ${NAME}</title>`)
  expect(await read(paths[0] ?? '')).toContain(`· ${NAME}</title>`)
})

test('the name is in the page of the app, without a request for it', async () => {
  const html = await read('/')
  expect(html).toContain(`<html data-product="${NAME}" lang="en">`)
  expect(html).toContain(`<title>${NAME}</title>`)
  expect(html).toContain(`<span class="boot-word">${NAME}</span>`)
  expect(html).toContain(`--color-action:var(--lightningcss-light,${COLOR})`)
  // Scripts of the page stay as they are.
  const script = /<script>[\s\S]*?<\/script>/
  expect(script.exec(html)?.[0]).toBe(script.exec(readFileSync('index.html', 'utf8'))?.[0])
  const policy = (await server.request('GET', '/')).headers.get('Content-Security-Policy')
  expect(policy).toMatch(/style-src 'self' 'sha256-/)
})

test('the installed app has the name, the colour and the logo', async () => {
  const manifest = JSON.parse(await read('/manifest.webmanifest')) as Record<string, unknown>
  expect(manifest).toMatchObject({ name: NAME, short_name: NAME, theme_color: COLOR })
  expect(manifest['screenshots']).toBeUndefined()
  for (const [path, size] of [
    ['icon-192.png', 192],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
  ] as const) {
    const bytes = await (await server.request('GET', `/icons/${path}`)).arrayBuffer()
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height], path).toEqual([size, size])
    const middle = (size * (size / 2) + size / 2) * info.channels
    expect([...data.subarray(middle, middle + 3)], path).toEqual([0x0b, 0x5f, 0xff])
  }
})

test('pages have styles with the colour and the logo', async () => {
  const login = await read('/multi-connect/login')
  const css = await read(/href="([^"]+\.css)"/.exec(login)?.[1] ?? '')
  expect(css).toContain(`--color-action: ${COLOR}`)
  expect(css).toContain('[data-mark]{background:url(/icons/icon-192.png)')
  // The picture on a surface in this colour is lighter.
  expect(css).toContain('.panel .picture{--color-brand-a:#85afff}')
})

test('no script of the logo is served', async () => {
  expect(await read('/icons/favicon.svg')).toMatch(/^<svg [^>]*><image [^>]*data:image\/png;base64/)
  expect(await read('/icons/favicon.svg')).not.toMatch(/script|onload|alert/)
})

test('the service worker has the name, and new revisions of the files that differ', async () => {
  const code = await read('/sw.js')
  expect(code).toMatch(new RegExp(`^self\\.PRODUCT_NAME="${NAME}";`))
  expect(code).not.toMatch(/"revision":"[01]abc"/)
  expect(code).toContain('"revision":"2abc","url":"icons/social-other.svg"')
  expect(code).toMatch(/"revision":"[\da-f]{32}","url":"index\.html"/)
})

test('files have an ETag of their content, and are compressed', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const first = await server.request('GET', '/', { headers })
  const etag = first.headers.get('ETag') ?? ''
  expect(await first.text()).toContain(NAME)
  const again = await server.request('GET', '/', {
    headers: { ...headers, 'If-None-Match': etag },
  })
  expect(again.status).toBe(304)
})

test('mail has the name as its sender and the colour of its buttons', async () => {
  const outbox = join(settings.DATA_DIR, 'outbox')
  await vi.waitFor(() => expect(existsSync(outbox) && readdirSync(outbox)).toHaveLength(1), 20_000)
  const [file = ''] = readdirSync(outbox)
  const mail = readFileSync(join(outbox, file), 'utf8')
  expect(mail).toContain(`From: ${NAME} <no-reply@localhost>`)
  expect(mail).toContain(`background:${COLOR}`)
  expect(mail).not.toMatch(/\bSplit\b/)
})

test('people write to the support address', async () => {
  expect(await read('/accessibility')).toContain('help@kaese.example')
  // Researchers still write to the operator.
  expect(await read('/.well-known/security.txt')).toContain('Contact: mailto:postmaster@')
})

test.each(['chrome', 'firefox'])('the extension for %s has the name and the logo', async (name) => {
  const bytes = await (await server.request('GET', `/extension/split-${name}.zip`)).arrayBuffer()
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes)))
  const texts = new Map<string, string>()
  for (const entry of await reader.getEntries())
    if (!entry.directory && /\.(html|json)$/.test(entry.filename))
      texts.set(entry.filename, await entry.getData(new TextWriter()))
  const manifest = texts.get('manifest.json') ?? ''
  expect(JSON.parse(manifest)).toMatchObject({ name: NAME })
  for (const [file, text] of texts) expect(text, file).not.toMatch(/\bSplit\b/)
  expect(texts.get('popup.html')).toContain(`<title>${NAME}</title>`)
})

test.each([
  [{ PRODUCT_COLOR: '#ffee00' }, /^PRODUCT_COLOR #ffee00 has a contrast of 1\.2 to 1/],
  [{ PRODUCT_COLOR: 'red' }, /^PRODUCT_COLOR must be a colour like #0b5fff, not "red"\.$/m],
  [{ PRODUCT_NAME: '<b>Käse</b>' }, /^PRODUCT_NAME must be 1 to 30 letters, digits/],
  [{ PRODUCT_LOGO: 'package.json' }, /^PRODUCT_LOGO must be a PNG or SVG file, not/],
  [{ PRODUCT_LOGO: 'no-such.png' }, /^PRODUCT_LOGO must be a file that exists, not/],
  [{ SUPPORT_EMAIL: 'nobody' }, /^SUPPORT_EMAIL must be an address like/],
])('%o is refused at the start', async (env, message) => {
  const { code, err } = await runProcess({ env: { ...settings, ...env } })
  expect(code).toBe(1)
  expect(err).toMatch(message)
})

test('a logo that cannot be drawn is refused at the start', async () => {
  const path = join(folder, 'broken.png')
  writeFileSync(path, 'no picture')
  const { code, err } = await runProcess({ env: { ...settings, PRODUCT_LOGO: path } })
  expect([code, err]).toEqual([1, 'PRODUCT_LOGO must be a PNG or SVG file that can be drawn.\n'])
})
