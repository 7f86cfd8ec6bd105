import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABS } from '../src/app/nav-items.ts'
import { THEME_COLORS } from '../src/app/theme.ts'
import { APP_NAME } from '../src/contract/product.ts'

const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')

test('the page has one inline script and nothing else that a strict content policy refuses', () => {
  expect([...page.querySelectorAll('script')].filter(({ src }) => src === '')).toHaveLength(1)
  expect(page.querySelectorAll('style, [style]')).toHaveLength(0)
  const handlers = [...page.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => name.startsWith('on')),
  )
  expect(handlers).toEqual([])
})

test('the outline before the app shows the same five places as the app', () => {
  const tabs = [...page.querySelectorAll('.boot-tab')].map(({ textContent }) => textContent.trim())
  expect(tabs).toEqual(TABS.map(({ label }) => label))
  expect(page.querySelector('title')?.textContent).toBe(APP_NAME)
})

test('both themes colour the bars of the phone', () => {
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
}

test('the app can be installed: name, start, display and icons of every kind (R-595)', () => {
  const href = page.querySelector('link[rel="manifest"]')?.getAttribute('href')
  expect(href).toBe('/manifest.webmanifest')
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest
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
