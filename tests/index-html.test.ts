import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABS } from '#app/shell/navigation/nav-items.ts'
import { withoutShare } from '#app/worker/share-target.ts'
import { THEME_COLORS } from '#app/shell/theme.ts'
import { APP_NAME } from '#contract/app-constants.ts'

const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')

test('the page has one inline script and nothing else that a strict content policy would block', () => {
  expect([...page.querySelectorAll('script')].filter(({ src }) => src === '')).toHaveLength(1)
  expect(page.querySelectorAll('style, [style]')).toHaveLength(0)
  const handlers = [...page.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => name.startsWith('on')),
  )
  expect(handlers).toEqual([])
})

test('the outline before the app has the same five tabs as the app', () => {
  const tabs = [...page.querySelectorAll('.boot-tab')].map(({ textContent }) => textContent.trim())
  expect(tabs).toEqual(TABS.map(({ label }) => label))
  expect(page.querySelector('title')?.textContent).toBe(APP_NAME)
})

test('both themes colour the phone’s bars', () => {
  const colors = [...page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
    ({ content }) => content,
  )
  expect(colors).toEqual([THEME_COLORS.light, THEME_COLORS.dark])
})

type Icon = { src: string; sizes: string; purpose: string }
type Manifest = {
  id: string
  name: string
  start_url: string
  display: string
  icons: Icon[]
  shortcuts: { url: string }[]
  screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
  share_target: { action: string; params: Record<string, string> }
}

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest

test('the app can be installed: name, start, display and icons of every kind (R-595)', () => {
  const href = page.querySelector('link[rel="manifest"]')?.getAttribute('href')
  expect(href).toBe('/manifest.webmanifest')
  expect(manifest).toMatchObject({ id: '/', name: APP_NAME, start_url: '/', display: 'standalone' })
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
      'monochrome 512x512',
    ]),
  )
  for (const { src, sizes } of manifest.icons) {
    const file = readFileSync(`public${src}`)
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, src).toBe(sizes)
  }
  for (const link of page.querySelectorAll('link[rel~="icon"], link[rel="apple-touch-icon"]'))
    expect(existsSync(`public${link.getAttribute('href')}`)).toBe(true)
})

test('the install dialog shows screenshots in small files that exist (R-595)', () => {
  const factors = manifest.screenshots.map(({ form_factor }) => form_factor)
  expect(new Set(factors)).toEqual(new Set(['narrow', 'wide']))
  for (const { src, label } of manifest.screenshots) {
    expect(statSync(`public${src}`).size, src).toBeLessThan(100 * 1024)
    expect(label).toContain('sample data')
  }
})

test('shared data has the names that the app reads (R-618)', () => {
  const { action, params } = manifest.share_target
  expect(action).toBe('/splitlinks')
  const address = new URL(`https://app.example${action}`)
  address.searchParams.set(params['text'] ?? '', 'See https://shop.example/lamp.')
  expect(withoutShare(address).search).toBe('?create_split_link=https%3A%2F%2Fshop.example%2Flamp')
})
