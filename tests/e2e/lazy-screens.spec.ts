import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// A worker fetches every screen beforehand, so that all of them open without a connection.
test.use({ serviceWorkers: 'block' })

/** The screens of the table of routes, by the name of their file. */
const SCREENS = [
  ...readFileSync('src/routes.tsx', 'utf8').matchAll(
    /import\('#\S+\/([\w-]+-screen|coming)\.tsx'\)/g,
  ),
].flatMap(([, name]) => name ?? [])

const chunks = readdirSync('dist/app/assets').filter((file) => file.endsWith('.js'))

/** Which screen a file of the build is the code of, if it is. */
const screenOf = (file: string) =>
  SCREENS.find((name) => file.match(/^(.+)-[\w-]{8}\.js$/)?.[1] === name)

/** The screens whose code this page has asked for, in order. */
function screensAsked(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const screen = screenOf(new URL(request.url()).pathname.split('/').at(-1) ?? '')
    if (screen && !asked.includes(screen)) asked.push(screen)
  })
  return asked
}

test('the build has one file per screen (R-003)', () => {
  expect(SCREENS.length).toBeGreaterThan(10)
  expect(chunks.flatMap((file) => screenOf(file) ?? []).sort()).toEqual(
    [...new Set(SCREENS)].sort(),
  )
})

test('the code of a screen is asked for when it is opened, and not before (R-003)', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page, person)
  const asked = screensAsked(page)
  const last = page.waitForRequest(/\/assets\/notifications-dialog-/)
  await page.goto('/')
  // What comes up over screens is fetched once the first has been drawn; this is the last of it.
  await last
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual(['home-screen'])

  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await tab('Links').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible()
  expect(asked).toEqual(['home-screen', 'links-screen'])
  await tab('More').click()
  await page.getByRole('link', { name: 'Rank' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rank' })).toBeVisible()
  expect(asked).toEqual(['home-screen', 'links-screen', 'more-screen', 'coming'])
})
