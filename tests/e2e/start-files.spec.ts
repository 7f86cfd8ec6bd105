import { readFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'

/** Each is a request before the first row, and on a slow network requests cost more than bytes. */
const MOST_SCRIPTS = 12
const MOST_PRECACHED = 80

/** The scripts that the page itself names. */
const named = () => {
  const html = readFileSync('dist/app/index.html', 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
}

const importsOf = (path: string) =>
  [...readFileSync(`dist/app${path}`, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
    ([, file = '']) => `/assets/${file}`,
  )

test('the files of a start are few, and all of them are named in the page: one wave brings them', () => {
  const first = named()
  expect(first.length).toBeGreaterThan(4)
  expect(first.length).toBeLessThanOrEqual(MOST_SCRIPTS)
  const second = first.flatMap(importsOf).filter((path) => !first.includes(path))
  expect([...new Set(second)]).toEqual([])
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('rows of this device stand there with nothing but the files that the page names', async ({
    page,
    person,
    shop,
    signIn,
  }) => {
    await person.addLink(shop.product('Lamp'))
    await signIn(page, person, '/splitlinks')
    await expect(page.locator('[data-link-row]')).toHaveCount(1)
    const first = named()
    await page.route('**/assets/*.js', (route) =>
      first.includes(new URL(route.request().url()).pathname) ? route.fallback() : route.abort(),
    )
    await page.reload()
    await expect(page.locator('[data-link-row]')).toHaveCount(1)
  })
})

test('every screen is kept for no connection, in few files', () => {
  const worker = readFileSync('dist/app/sw.js', 'utf8')
  const found = [...worker.matchAll(/"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) => url)
  const kept = new Set(found)
  expect(kept).toContain('index.html')
  expect(kept.size).toBeGreaterThan(20)
  expect(kept.size).toBeLessThanOrEqual(MOST_PRECACHED)
})
