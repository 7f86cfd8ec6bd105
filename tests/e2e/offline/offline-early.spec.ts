import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

// Without a service worker, the device has only the files that the page itself has fetched.
test.use({ serviceWorkers: 'block' })

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const DIALOGS = '**/assets/problem-host-*.js'

test('the words for a lost connection are fetched while there is still one (R-587, R-603)', async ({
  page,
  context,
  person,
  signIn,
}) => {
  const fetched = page.waitForResponse(DIALOGS)
  await signIn(page, person, '/splitlinks')
  await (await fetched).finished()
  await context.setOffline(true)
  await expect(page.getByRole('alertdialog')).toContainText('No internet connection')
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByText('Offline.', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
})

test('words that were lost with the connection are fetched when it is back (R-587, offline 11)', async ({
  page,
  context,
  person,
  signIn,
}) => {
  for (const lost of [DIALOGS, '**/healthz'])
    await page.route(lost, (route) => route.abort('connectionreset'))
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('problem-host-'),
  )
  await signIn(page, person, '/splitlinks')
  await failed
  await context.setOffline(true)
  await expect(page.getByText('Offline.', { exact: true })).toBeVisible()
  await page.unrouteAll()
  const fetched = page.waitForResponse(DIALOGS)
  await context.setOffline(false)
  await (await fetched).finished()
  await context.setOffline(true)
  await expect(page.getByRole('alertdialog')).toContainText('No internet connection')
})

test('a screen that was never fetched says so, and opens when the connection is back (offline 1)', async ({
  page,
  context,
  person,
  signIn,
}) => {
  await signIn(page, person, '/more')
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('It is not on this device yet')).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('h1')).toHaveText('Settings')
})

test('a file that never comes keeps what is started after it away for no longer than a moment', async ({
  page,
  person,
  request,
  server,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Lamp behind a lost file'))
  const headers = { 'User-Agent': PHONE }
  await request.get(`${server.origin}/s/${link.short_code}`, { maxRedirects: 0, headers })
  await expect
    .poll(async () => (await person.send('GET', '/v1/activity/unreads')).json(), {
      timeout: 15_000,
    })
    .toMatchObject({ total: 1 })
  // This request stays open, without an answer or an error, until the page is closed.
  await page.route('**/assets/overlays-*.js', () => undefined)
  await signIn(page, person, '/more')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({
    timeout: 20_000,
  })
})
