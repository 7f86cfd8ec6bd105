import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { holdScripts, untilParsed } from '../support/held-scripts.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

/**
 * Limits on the number of files. Each script is a request before the first row, and on a slow
 * network the number of requests matters more than their size.
 */
const MOST_SCRIPTS = 12
const MOST_PRECACHED = 80

/** Returns the scripts that index.html refers to. */
const named = () => {
  const html = readFileSync('dist/app/index.html', 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
}

const importsOf = (path: string) =>
  [...readFileSync(`dist/app${path}`, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
    ([, file = '']) => `/assets/${file}`,
  )

test('a start needs few files, and the page names all of them, so that they load at once', () => {
  const first = named()
  expect(first.length).toBeGreaterThan(4)
  expect(first.length).toBeLessThanOrEqual(MOST_SCRIPTS)
  const second = first.flatMap(importsOf).filter((path) => !first.includes(path))
  expect([...new Set(second)]).toEqual([])
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('saved rows need only the files named in the page', async ({ page, openWithLink }) => {
    await openWithLink('Lamp')
    await expect(page.locator('[data-link-row]')).toHaveCount(1)
    const first = named()
    await page.route('**/assets/*.js', (route) =>
      first.includes(new URL(route.request().url()).pathname) ? route.fallback() : route.abort(),
    )
    await page.reload()
    await expect(page.locator('[data-link-row]')).toHaveCount(1)
  })
})

/**
 * Records how many of these files have not been requested when the head of the page is complete.
 */
const watchWave = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      const waiting = document.querySelectorAll('link[rel="first-wave"]').length
      document.documentElement.dataset['waiting'] = String(waiting)
    }).observe(document, { childList: true, subtree: true })
  })

test('files load at once, or after the rows with a worker', async ({ page, openApp }) => {
  await watchWave(page)
  await openApp('/splitlinks')
  await expect(page.locator('html')).toHaveAttribute('data-waiting', '0')
  await workerReady(page)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-waiting', /^[1-9]/)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.locator('link[rel="first-wave"]')).toHaveCount(0)
})

test('every screen is precached, in few files', () => {
  const worker = readFileSync('dist/app/sw.js', 'utf8')
  const found = [...worker.matchAll(/"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) => url)
  const kept = new Set(found)
  expect(kept).toContain('index.html')
  // The icon and the badge of notifications. Other icons are only needed for the installation.
  const icons = new Set([...kept].filter((url) => url?.startsWith('icons/icon')))
  expect(icons).toEqual(new Set(['icons/icon-192.png', 'icons/icon-mono-96.png']))
  expect(kept.size).toBeGreaterThan(20)
  expect(kept.size).toBeLessThanOrEqual(MOST_PRECACHED)
})

/** Returns the top position of the heading above the first rows. */
const dayTop = (page: Page) =>
  page
    .getByText('Today', { exact: true })
    .evaluate((heading) => Math.round(heading.getBoundingClientRect().top))

/** Returns title, top, height and left position of the first three rows. */
const places = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((all) =>
    all.slice(0, 3).map((row) => {
      const { top, height } = row.getBoundingClientRect()
      const title = row.querySelector('.trunc')
      const left = title?.getBoundingClientRect().left
      return [title?.textContent, Math.round(top), Math.round(height), Math.round(left ?? 0)]
    }),
  )

test.describe('on a device without a copy', () => {
  test.use({ serviceWorkers: 'block' })

  test('the newest links show before the code', async ({ page, browser, openWithLink }) => {
    for (const name of ['Lamp', 'Chair', 'Table']) await openWithLink(name)
    // A device with only the session cookies and an empty storage.
    const { cookies } = await page.context().storageState()
    const device = await browser.newContext({ storageState: { cookies, origins: [] } })
    const first = await device.newPage()
    const release = await holdScripts(first)
    await first.goto(page.url(), { waitUntil: 'commit' })
    await expect(first.locator('[data-saved-row]')).toHaveCount(3)
    await untilParsed(first)
    const early = await places(first, '[data-saved-row]')
    release()
    await expect(first.locator('[data-link-row]')).toHaveCount(3)
    await expect(first.locator('[data-saved-row]')).toHaveCount(0)
    expect(await places(first, '[data-link-row]')).toEqual(early)
    await device.close()
  })
})

test.describe('on a device that has shown the list before', () => {
  test.use({ serviceWorkers: 'block' })

  test('saved rows are shown before the code, in their final place', async ({
    page,
    person,
    openWithLink,
  }) => {
    for (const name of ['Lamp', 'Chair', 'Table']) await openWithLink(name)
    // A row shows the address until the server has read the title.
    await expect
      .poll(() => page.evaluate(savedTitles, person.uuid))
      .toEqual(['Table', 'Chair', 'Lamp'])
    for (const name of ['Lamp', 'Chair', 'Table']) await expect(linkRow(page, name)).toBeVisible()
    const before = await places(page, '[data-link-row]')
    const day = await dayTop(page)

    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('[data-saved-row]')).toHaveCount(3)
    await untilParsed(page)
    expect(await places(page, '[data-saved-row]')).toEqual(before)
    expect(await dayTop(page)).toBe(day)
    release()
    await expect(page.locator('[data-link-row]')).toHaveCount(3)
    await expect(page.locator('[data-saved-row]')).toHaveCount(0)
    expect(await places(page, '[data-link-row]')).toEqual(before)
  })

  test('the next user sees no rows', async ({ page, person, newPerson, signIn, openWithLink }) => {
    await openWithLink('Lamp')
    await expect(page.locator('[data-link-row]')).toHaveCount(1)
    await expect.poll(() => page.evaluate(savedTitles, person.uuid)).toEqual(['Lamp'])
    await page.goto('/logout')
    await page.waitForURL(/multi-connect/)
    expect(await page.evaluate(savedTitles, person.uuid)).toBeUndefined()
    await watchForSaved(page)
    const other = await newPerson()
    await signIn(page, other, '/splitlinks')
    await expect(page.getByText('Create your first link')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    expect(await page.evaluate(() => 'sawSaved' in document.documentElement.dataset)).toBe(false)
  })
})

/** Returns the titles that this device would show at its next start. */
const savedTitles = (uuid: string) => {
  const kept = JSON.parse(localStorage.getItem('split-first-rows') ?? '{}') as {
    uuid?: string
    saved?: { rows: { title: string }[] }
  }
  return kept.uuid === uuid ? kept.saved?.rows.map(({ title }) => title) : undefined
}

/** Records in each new document whether a saved row was ever shown. */
const watchForSaved = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-saved-row]'))
        document.documentElement.dataset['sawSaved'] = ''
    }).observe(document, { childList: true, subtree: true })
  })
