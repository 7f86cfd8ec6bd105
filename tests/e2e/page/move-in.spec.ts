import { html, picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { CONTENT } from '#support/server/page/shapes/content.ts'
import { DATA_SHAPES } from '#support/server/page/shapes/data-shapes.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { goOffline } from '../support/offline.ts'
import { perWorker } from '../support/per-worker.ts'
import { expect, test as base } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

/** Another service with one page and its pictures. */
async function startService() {
  const site = await startShopSite()
  site.put('/avatar.jpg', pictureAt(await picture()))
  for (let n = 1; n <= 10; n++)
    site.put(`/thumbs/${n}.jpg`, pictureAt(await picture({ width: 80 + 2 * n, height: 80 })))
  const [shape] = DATA_SHAPES
  const player = '<iframe src="https://open.spotify.com/embed/x"></iframe><input type="email">'
  site.put('/mira', html(`${shape?.html(CONTENT) ?? ''}${player}`))
  return site
}

const test = base.extend<object, { service: Awaited<ReturnType<typeof startService>> }>({
  service: perWorker(startService),
})

test('a page of another service becomes a draft', async ({ page, service, openApp }) => {
  await openApp('/splitpage')
  await page.getByRole('link', { name: 'Import a page you already have' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import your page' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'import a page, address')
  // Everything works with the keyboard.
  await page.getByLabel('Address of your page').fill(`${service.origin}/mira`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '10 links' })).toBeVisible()
  await expect(page.getByText('Your picture, two headings, Instagram, TikTok')).toBeVisible()
  await expect(page.getByText('Not imported: a music player and a sign-up form.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'import a page, review')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessibleInBothThemes(page, 'import a page, review on a desktop')
  await showNarrow(page)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show 7 more' }).click()
  await page.getByText('Spice jars').click()
  await expect(page.getByRole('heading', { name: '9 of 10 links' })).toBeVisible()
  await page.getByRole('button', { name: 'Create my page' }).click()
  await expect(page).toHaveURL(/\/splitpage-home/)
  await expect(page.getByText('Not published')).toBeVisible()
  await expect(page.getByText('From my kitchen')).toBeVisible()
  await expect(page.getByText('Links, 5')).toBeVisible()
})

test('without a connection, the form says so and keeps the address', async ({ page, openApp }) => {
  await openApp('/splitpage-import')
  await workerReady(page)
  await page.getByLabel('Address of your page').fill('links.example/mira')
  await page.getByLabel('This page is mine').check()
  await goOffline(page)
  await expect(page.getByText('Reading a page needs a connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Read my page' }).click()
  await expect(page.getByText('You’re offline. Reading a page needs a connection.')).toBeVisible()
  await expect(page.getByLabel('Address of your page')).toHaveValue('links.example/mira')
})
