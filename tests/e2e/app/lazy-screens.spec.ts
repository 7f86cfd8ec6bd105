import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { featureOf } from '../../../vite.chunks.ts'
import { expect, test } from '../support/test.ts'

// The service worker would fetch all screens in advance for offline use.
test.use({ serviceWorkers: 'block' })

/**
 * Chunks with the screens that load on demand: one per feature or group of features. Home and links
 * load at the start, and so does Discover, because its blocks are part of the home screen.
 */
const FILES = [
  ...readFileSync('src/screens.ts', 'utf8').matchAll(
    /import\('#(?:(features\/[\w/-]+-screen\.tsx)|app\/shell\/(coming)\.tsx)'\)/g,
  ),
]
  .flatMap(([, screen, app]) => (screen === undefined ? app : featureOf(`/src/${screen}`)) ?? [])
  .filter((name) => !['home', 'links', 'discover'].includes(name))

const nameOf = (file: string) => /^(.+)-[\w-]{8}\.js$/.exec(file)?.[1] ?? ''
const built = new Set(readdirSync('dist/app/assets').map(nameOf))

/**
 * Returns the list of screen chunks that the page requests, in order. The list grows with later
 * requests.
 */
function screensAsked(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = nameOf(new URL(request.url()).pathname.split('/').at(-1) ?? '')
    if (FILES.includes(name) && !asked.includes(name)) asked.push(name)
  })
  return asked
}

test('the screens of each feature are one file of the build; the first two share theirs (R-003)', () => {
  expect(new Set(FILES).size).toBeGreaterThan(7)
  expect(['first-screens', ...FILES].filter((name) => !built.has(name))).toEqual([])
})

test('the code of a screen loads when it opens (R-003)', async ({ page, openApp }) => {
  await openApp()
  const asked = screensAsked(page)
  const last = page.waitForRequest(/\/chat\/events/)
  await page.goto('/')
  // The event stream is opened after all dialogs have been fetched.
  await last
  expect(asked).toEqual([])

  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await tab('Links').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible()
  expect(asked).toEqual([])
  await tab('More').click()
  await page.getByRole('link', { name: 'Rank' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rank' })).toBeVisible()
  expect(asked).toEqual(['profile', 'analytics'])
})
