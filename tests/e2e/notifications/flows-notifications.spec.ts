import { expectAccessible } from '../support/axe.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const total = async (person: Person) =>
  ((await (await person.send('GET', '/v1/activity/unreads')).json()) as { total: number }).total

test('the bell counts, the list says what happened and leads there, read is read (R-462, R-463)', async ({
  page,
  person,
  signIn,
  request,
  server,
  shop,
}) => {
  const link = await person.addLink(shop.product('Pour-over coffee set'))
  const headers = { 'User-Agent': PHONE }
  await request.get(`${server.origin}/s/${link.short_code}`, { maxRedirects: 0, headers })
  await expect.poll(() => total(person), { timeout: 15_000 }).toBe(1)
  await signIn(page, person, '/more')
  const bell = page.getByRole('button', { name: 'Notifications' })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `notifications, ${colorScheme}`)
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await bell.click()
  await dialog.getByRole('tab', { name: 'Special' }).click()
  await expect(dialog.getByText('Nothing special')).toBeVisible()
  await dialog.getByRole('tab', { name: 'All' }).click()
  await dialog.getByRole('link', { name: /Pour-over coffee set got its first click/ }).click()
  await expect(page).toHaveURL(/\/splitlinks/)
  await expect(page.getByRole('dialog')).toContainText(link.short_code)
  await expect.poll(() => total(person)).toBe(0)
  await expect(bell).toHaveAccessibleName('Notifications')
})

test('a page at a time, everything marked read at once, and an honest list offline (R-464)', async ({
  context,
  page,
  person,
  signIn,
  request,
  server,
  shop,
}) => {
  const visit = async (_: unknown, made: number) => {
    const link = await person.addLink(shop.product(`Lamp ${made}`))
    const headers = { 'User-Agent': PHONE }
    await request.get(`${server.origin}/s/${link.short_code}`, { maxRedirects: 0, headers })
  }
  await Promise.all(Array.from({ length: 22 }, visit))
  await expect.poll(() => total(person), { timeout: 20_000 }).toBe(22)
  await signIn(page, person)
  const bell = page.getByRole('button', { name: /Notifications/ })
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByRole('listitem')).toHaveCount(20)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(22)
  await dialog.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(dialog.getByRole('button', { name: 'Nothing unread' })).toBeVisible()
  expect(await total(person)).toBe(0)

  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await dialog.waitFor({ state: 'detached' })
  await bell.click()
  await expect(dialog.getByText('No connection.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(22)
  // A group that was never opened shows its notifications from the list of all.
  await dialog.getByRole('tab', { name: 'Clicks' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(22)
  await dialog.getByRole('tab', { name: 'Commissions' }).click()
  // This group was never loaded, so it must not be called empty.
  await expect(dialog.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  const second = page.waitForResponse(/user_clicks\/rendered\?page=2/)
  await dialog.getByRole('tab', { name: 'Clicks' }).click()
  // The list keeps its length after the server has answered.
  await (await second).finished()
  await expect(dialog.getByText('No connection.')).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveCount(22)
})

test('notifications that nobody has opened yet can be read offline, with how old they are', async ({
  context,
  page,
  person,
  signIn,
  request,
  server,
  shop,
}) => {
  const link = await person.addLink(shop.product('Far lamp'))
  const headers = { 'User-Agent': PHONE }
  await request.get(`${server.origin}/s/${link.short_code}`, { maxRedirects: 0, headers })
  await expect.poll(() => total(person), { timeout: 15_000 }).toBe(1)
  const read = page.waitForResponse(/\/v1\/activity\/rendered/)
  await signIn(page, person, '/more')
  await (await read).finished()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await page.getByRole('button', { name: /Notifications/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByText(/Far lamp got its first click/)).toBeVisible()
  await expect(dialog.getByText('These were updated just now.')).toBeVisible()
})

test('a sign-in that works on the second try has its bell too (R-101, R-462)', async ({
  page,
  person,
  request,
  server,
  shop,
}) => {
  const link = await person.addLink(shop.product('Second lamp'))
  const headers = { 'User-Agent': PHONE }
  await request.get(`${server.origin}/s/${link.short_code}`, { maxRedirects: 0, headers })
  await expect.poll(() => total(person), { timeout: 15_000 }).toBe(1)
  await page.route('**/v1/connect/token', (route) => route.abort(), { times: 1 })
  await page.goto(`/more?auth_token=${await person.oneTimeToken(page)}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
})

test('what is pushed is chosen on its screen, and kept (R-046, R-460)', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page, person, '/settings')
  await page.getByRole('link', { name: 'Notifications' }).click()
  const clicks = page.getByRole('switch', { name: 'Clicks' })
  await expect(clicks).toBeChecked()
  const saved = page.waitForResponse((response) => response.url().endsWith('/users/me/settings'))
  await clicks.click()
  await expect(clicks).not.toBeChecked()
  await saved
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `notification settings, ${colorScheme}`)
  }
  await page.reload()
  await expect(clicks).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Everything else' })).toBeChecked()
})

test('without a connection a choice is refused where it stands, and nothing moves (R-046, D-75)', async ({
  context,
  page,
  person,
  signIn,
}) => {
  await signIn(page, person, '/settings/notifications-settings')
  const clicks = page.getByRole('switch', { name: 'Clicks' })
  await expect(clicks).toBeChecked()
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await clicks.click()
  await expect(page.getByRole('alert')).toContainText('needs a connection. Nothing was changed.')
  await expect(clicks).toBeChecked()
  await context.setOffline(false)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
  await clicks.click()
  await expect(clicks).not.toBeChecked()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
