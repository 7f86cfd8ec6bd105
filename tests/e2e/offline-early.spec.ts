import { settled } from './support/settled.ts'
import { expect, test } from './support/test.ts'

// Without a worker nothing is on the device but what the page itself has fetched.
test.use({ serviceWorkers: 'block' })

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

test('a screen that was never fetched says so, and opens when the connection is back (R-603, offline 1)', async ({
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
