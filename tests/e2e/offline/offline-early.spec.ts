import { goOffline, disconnect, goOnline } from '../support/offline.ts'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

// Without a service worker, the device has only the files that the page itself has fetched.
test.use({ serviceWorkers: 'block' })

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

/** Chunk with the offline dialog and its texts. */
const DIALOGS = '**/assets/problem-host-*.js'

test('offline texts are fetched early (R-587, R-603)', async ({ page, openApp }) => {
  const fetched = page.waitForResponse(DIALOGS)
  await openApp('/splitlinks')
  await (await fetched).finished()
  await disconnect(page)
  await expect(page.getByRole('alertdialog')).toContainText('No internet connection')
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByText('Offline.', { exact: true })).toBeVisible()
  await goOnline(page)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
})

test('lost texts are fetched again (R-587, offline 11)', async ({ page, openApp }) => {
  for (const lost of [DIALOGS, '**/healthz'])
    await page.route(lost, (route) => route.abort('connectionreset'))
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('problem-host-'),
  )
  await openApp('/splitlinks')
  await failed
  await disconnect(page)
  await expect(page.getByText('Offline.', { exact: true })).toBeVisible()
  await page.unrouteAll()
  const fetched = page.waitForResponse(DIALOGS)
  await goOnline(page)
  await (await fetched).finished()
  await disconnect(page)
  await expect(page.getByRole('alertdialog')).toContainText('No internet connection')
})

test('an unfetched screen opens once online (offline 1)', async ({ page, openApp }) => {
  await openApp('/more')
  await settled(page)
  await goOffline(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('It is not on this device yet')).toBeVisible()
  await goOnline(page)
  await expect(page.locator('h1')).toHaveText('Settings')
})

test('a hanging file blocks nothing', async ({ page, addProduct, person, request, openApp }) => {
  const link = await addProduct('Lamp behind a lost file')
  const headers = { 'User-Agent': PHONE }
  await request.get(`/s/${link.short_code}`, { maxRedirects: 0, headers })
  await expect
    .poll(async () => (await person.send('GET', '/v1/activity/unreads')).json(), {
      timeout: 15_000,
    })
    .toMatchObject({ total: 1 })
  // This request stays open, without an answer or an error, until the page is closed.
  await page.route('**/assets/overlays-*.js', () => undefined)
  await openApp('/more')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({
    timeout: 20_000,
  })
})
