import type { Page } from '@playwright/test'
import { linkPath } from '#contract/activity.ts'
import type { PushPayload } from '#contract/people/devices.ts'
import { expectAccessible } from '../support/axe.ts'
import { fakePushService, pushTo, shownTitles, tapNotification } from '../support/push.ts'
import { expect, test } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

const SETTINGS = '/settings/notifications-settings'

const message = (id: number, more: Partial<PushPayload> = {}): PushPayload => ({
  id,
  title: `Hats ${id}`,
  text: 'Reached 100 clicks.',
  url: '/more',
  group: 'clicks',
  tag: `tag-${id}`,
  unread: id,
  ...more,
})

const onThisDevice = (page: Page) => page.getByRole('switch', { name: 'On this device' })
const called = (page: Page, method: string, path: RegExp) =>
  page.waitForRequest(
    (request) => request.method() === method && path.test(new URL(request.url()).pathname),
  )

test('push is requested only by a tap; then this browser is a device until it is switched off (R-460, R-471, R-472, R-474, R-609)', async ({
  context,
  page,
  person,
  signInThroughLogin,
}) => {
  await fakePushService(context, 'default', 'granted')
  await signInThroughLogin(page, person, SETTINGS)
  await expect(onThisDevice(page)).not.toBeChecked()
  await workerReady(page)
  expect(await page.evaluate(() => localStorage.getItem('test-push-asked'))).toBeNull()

  const registered = called(page, 'POST', /^\/v1\/wp\/$/)
  await onThisDevice(page).click()
  const sent = (await registered).postDataJSON() as { endpoint: string; browser: string }
  expect(sent.browser).toBe('CHROME')
  expect(sent.endpoint).toMatch(/^https:\/\/push\.example\//)
  await expect(onThisDevice(page)).toBeChecked()

  await page.reload()
  await expect(onThisDevice(page)).toBeChecked()
  const removed = called(page, 'DELETE', /^\/v1\/wp\/\d+$/)
  await onThisDevice(page).click()
  expect((await (await removed).response())?.status()).toBe(204)
  await expect(onThisDevice(page)).not.toBeChecked()
})

test('push can be blocked (R-471, D-83)', async ({ context, page, person, signInThroughLogin }) => {
  await fakePushService(context, 'denied')
  await signInThroughLogin(page, person, SETTINGS)
  await expect(page.getByText('This browser blocks notifications')).toBeVisible()
  await expect(onThisDevice(page)).toHaveCount(0)
  await expectAccessible(page, 'blocked')
  expect(await page.evaluate(() => localStorage.getItem('test-push-asked'))).toBeNull()
})

test('missing push (D-80, offline 31)', async ({ context, page, person, signInThroughLogin }) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await signInThroughLogin(page, person, SETTINGS)
  await expect(page.getByText('This browser cannot receive them')).toBeVisible()
})

test.describe('with permission', () => {
  test.beforeEach(async ({ context }) => {
    await context.grantPermissions(['notifications'])
    await fakePushService(context, 'granted')
  })

  test('every message is shown while the page has the focus, also an unreadable one (R-475, offline 15, 18)', async ({
    page,
    person,
    signInThroughLogin,
    server,
  }) => {
    await signInThroughLogin(page, person)
    await workerReady(page)
    await page.bringToFront()
    const push = await pushTo(page, `${server.origin}/`)
    for (let id = 1; id <= 5; id += 1) await push(message(id))
    await expect.poll(() => shownTitles(page)).toHaveLength(5)
    await push(message(5))
    await push('<html>not ours')
    await expect.poll(() => shownTitles(page)).toHaveLength(6)
    expect(await shownTitles(page)).toContain('Split')
    expect(JSON.stringify(await shownTitles(page))).not.toContain(person.token)
  })

  test('a tap opens the right screen in the open window without a load, and the bell is updated (R-475, R-611, offline 18)', async ({
    context,
    page,
    addProduct,
    person,
    signInThroughLogin,
    server,
  }) => {
    const link = await addProduct('Oak arc floor lamp')
    await signInThroughLogin(page, person, '/settings')
    await workerReady(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const push = await pushTo(page, `${server.origin}/`)
    await push(message(1, { url: linkPath(link.uuid) }))
    await expect.poll(() => shownTitles(page)).toEqual(['Hats 1'])
    await tapNotification(page, 'Hats 1')
    await expect(page).toHaveURL(/\/splitlinks/)
    await expect(page.getByRole('dialog')).toContainText(link.short_code)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(context.pages()).toHaveLength(1)
    expect(await shownTitles(page)).toEqual([])
  })

  test('signing out (R-107, offline 13)', async ({ page, person, signInThroughLogin, server }) => {
    await firstDevice(page, () => signInThroughLogin(page, person, SETTINGS))
    // The switch is on only after the server has registered this browser.
    await expect(onThisDevice(page)).toBeChecked()
    await workerReady(page)
    const push = await pushTo(page, `${server.origin}/`)
    await push(message(1))
    await expect.poll(() => shownTitles(page)).toHaveLength(1)
    const removed = called(page, 'DELETE', /^\/v1\/wp\/\d+$/)
    await page.goto('/logout')
    await removed
    await page.waitForURL(/multi-connect\/login/)
    await expect.poll(() => shownTitles(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('test-push-subscription'))).toBeNull()
  })

  test('a new endpoint registers (offline 16)', async ({ page, person, signInThroughLogin }) => {
    const device = await firstDevice(page, () => signInThroughLogin(page, person, SETTINGS))
    await expect(onThisDevice(page)).toBeChecked()
    await changeSubscription(page, { endpoint: 'https://push.example/moved' })
    const next = await nextDevice(page, device.id)
    expect(next.endpoint).toBe('https://push.example/moved')
    await expect(onThisDevice(page)).toBeChecked()
  })

  test('a new key resubscribes (offline 17)', async ({ page, person, signInThroughLogin }) => {
    const device = await firstDevice(page, () => signInThroughLogin(page, person, SETTINGS))
    await expect(onThisDevice(page)).toBeChecked()
    const { key } = await subscriptionHere(page)
    await changeSubscription(page, { key: key.replace(/.{8}$/, 'AAAAAAAA') })
    const next = await nextDevice(page, device.id)
    expect(next.endpoint).not.toBe(device.endpoint)
    expect(await subscriptionHere(page)).toMatchObject({ endpoint: next.endpoint, key })
    await expect(onThisDevice(page)).toBeChecked()
  })
})

type Subscription = { endpoint: string; key: string }

/** Returns the push subscription of this browser. */
const subscriptionHere = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('test-push-subscription') ?? '{}') as Subscription,
  )

async function changeSubscription(page: Page, change: Partial<Subscription>) {
  const changed = JSON.stringify({ ...(await subscriptionHere(page)), ...change })
  await page.evaluate((text) => localStorage.setItem('test-push-subscription', text), changed)
}

/** Returns the endpoint that this browser registers and the device id that the server returns. */
async function firstDevice(page: Page, start: () => Promise<unknown>) {
  const registered = called(page, 'POST', /^\/v1\/wp\/$/)
  await start()
  const request = await registered
  const { endpoint } = request.postDataJSON() as { endpoint: string }
  const answer = (await (await request.response())?.json()) as { id: number }
  return { id: answer.id, endpoint }
}

/**
 * Reloads the page and returns the device registered then, after the device with the old id has
 * been deleted.
 */
async function nextDevice(page: Page, before: number) {
  const removed = called(page, 'DELETE', new RegExp(`^/v1/wp/${before}$`))
  const device = await firstDevice(page, () => page.reload())
  expect((await (await removed).response())?.status()).toBe(204)
  return device
}
