import type { Page } from '@playwright/test'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

/** Collects requests to other origins, including those of the service worker. */
function foreignRequests(page: Page, origin: string): string[] {
  const foreign: string[] = []
  page.context().on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) foreign.push(request.url())
  })
  return foreign
}

/** Waits until the screen is shown and has stopped loading. */
async function settle(page: Page) {
  await page.locator('main h1').first().waitFor()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

test('no other origin is used (R-617)', async ({ page, addProduct, person, server, openApp }) => {
  test.slow()
  await addProduct('Arc lamp')
  await person.send('POST', '/v2/my/collections/regular/', { name: 'Reading lamps' })
  const foreign = foreignRequests(page, server.origin)
  await openApp('/splitlinks')
  await expect(page.locator('[data-link-row]')).toHaveCount(1)
  for (const path of SCREENS) {
    await page.goto(path)
    await settle(page)
  }
  expect(foreign).toEqual([])
})

test('a request to another origin is noticed', async ({ page, server, openApp }) => {
  const foreign = foreignRequests(page, server.origin)
  await openApp('/')
  const asked = page.waitForEvent('request', (one) => one.url().includes('127.0.0.2'))
  await page.evaluate(() => {
    new Image().src = 'http://127.0.0.2:9/pixel.gif'
  })
  await asked
  expect(foreign).toEqual(['http://127.0.0.2:9/pixel.gif'])
})
