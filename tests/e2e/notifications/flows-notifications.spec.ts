import type { APIRequestContext } from '@playwright/test'
import type { ShortLink } from '#contract/links/short-link.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { goOffline, goOnline } from '../support/offline.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const total = async (person: Person) =>
  ((await (await person.send('GET', '/v1/activity/unreads')).json()) as { total: number }).total

/** Visits the link once and waits for the notification about it. */
async function firstClick(request: APIRequestContext, person: Person, link: ShortLink) {
  await visit(request, link)
  await expect.poll(() => total(person), { timeout: 15_000 }).toBe(1)
}

const visit = (request: APIRequestContext, { short_code }: ShortLink) =>
  request.get(`/s/${short_code}`, { maxRedirects: 0, headers: { 'User-Agent': PHONE } })

test('the bell and list (R-462, R-463)', async ({ page, addProduct, person, request, openApp }) => {
  const link = await addProduct('Pour-over coffee set')
  await firstClick(request, person, link)
  await openApp('/more')
  const bell = page.getByRole('button', { name: 'Notifications' })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expectAccessibleInBothThemes(page, 'notifications')
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

test('notification pages (R-464)', async ({ page, addProduct, person, request, openApp }) => {
  await Promise.all(
    Array.from({ length: 22 }, async (_, made) => visit(request, await addProduct(`Lamp ${made}`))),
  )
  await expect.poll(() => total(person), { timeout: 20_000 }).toBe(22)
  await openApp()
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
  await goOffline(page)
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
  await goOnline(page)
  const second = page.waitForResponse(/user_clicks\/rendered\?page=2/)
  await dialog.getByRole('tab', { name: 'Clicks' }).click()
  // The list keeps its length after the server has answered.
  await (await second).finished()
  await expect(dialog.getByText('No connection.')).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveCount(22)
})

test('notifications are saved early', async ({ page, addProduct, person, request, openApp }) => {
  const link = await addProduct('Far lamp')
  await firstClick(request, person, link)
  const read = page.waitForResponse(/\/v1\/activity\/rendered/)
  await openApp('/more')
  await (await read).finished()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await settled(page)
  await goOffline(page)
  await page.getByRole('button', { name: /Notifications/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByText(/Far lamp got its first click/)).toBeVisible()
  await expect(dialog.getByText('These were updated just now.')).toBeVisible()
})

test('retried sign-in has a bell (R-101, R-462)', async ({ page, addProduct, person, request }) => {
  const link = await addProduct('Second lamp')
  await firstClick(request, person, link)
  await page.route('**/v1/connect/token', (route) => route.abort(), { times: 1 })
  await page.goto(`/more?auth_token=${await person.oneTimeToken(page)}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
})

test('notification settings are saved (R-046, R-460)', async ({ page, openApp }) => {
  await openApp('/settings')
  await page.getByRole('link', { name: 'Notifications' }).click()
  const clicks = page.getByRole('switch', { name: 'Clicks' })
  await expect(clicks).toBeChecked()
  const saved = page.waitForResponse((response) => response.url().endsWith('/users/me/settings'))
  await clicks.click()
  await expect(clicks).not.toBeChecked()
  await saved
  await expectAccessibleInBothThemes(page, 'notification settings')
  await page.reload()
  await expect(clicks).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Everything else' })).toBeChecked()
})

test('an offline choice is refused (R-046, D-75)', async ({ page, openApp }) => {
  await openApp('/settings/notifications-settings')
  const clicks = page.getByRole('switch', { name: 'Clicks' })
  await expect(clicks).toBeChecked()
  await settled(page)
  await goOffline(page)
  await clicks.click()
  await expect(page.getByRole('alert')).toContainText('needs a connection. Nothing was changed.')
  await expect(clicks).toBeChecked()
  await goOnline(page)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
  await clicks.click()
  await expect(clicks).not.toBeChecked()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
