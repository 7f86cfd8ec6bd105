import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { featureOf } from '../../../vite.chunks.ts'
import { expect, test } from '../support/test.ts'

// A worker fetches every screen beforehand, so that all of them open without a connection.
test.use({ serviceWorkers: 'block' })

/**
 * The files with the screens that are fetched on demand: one a feature, or a few of them that
 * belong together, but for the first two, and for Discover, whose blocks stand on the home screen.
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

/** The files of screens that this page has asked for, in order. */
function screensAsked(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = nameOf(new URL(request.url()).pathname.split('/').at(-1) ?? '')
    if (FILES.includes(name) && !asked.includes(name)) asked.push(name)
  })
  return asked
}

test('the screens of each feature are a file of the build; the first two share theirs (R-003)', () => {
  expect(new Set(FILES).size).toBeGreaterThan(7)
  expect(['first-screens', ...FILES].filter((name) => !built.has(name))).toEqual([])
})

test('the code of a screen is asked for when it is opened, and not before (R-003)', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page, person)
  const asked = screensAsked(page)
  const last = page.waitForRequest(/\/chat\/events/)
  await page.goto('/')
  // The stream is opened once everything that comes up over screens has been fetched.
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
