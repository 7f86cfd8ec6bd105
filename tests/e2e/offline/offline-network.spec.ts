import type { Page } from '@playwright/test'
import { html, isApi, json, type FlakyNetwork } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { disconnect } from '../support/offline.ts'
import { refreshBehind } from '../support/refresh.ts'

const SEARCH = '/v2/my/links/search/'
const dialog = (page: Page) => page.getByRole('alertdialog')
const field = (page: Page) => page.getByLabel('Product or page address')

const searches = (front: FlakyNetwork) =>
  front.seen.filter(({ pathname }) => pathname === SEARCH).length
const probes = (front: FlakyNetwork) =>
  front.seen.filter(({ pathname }) => pathname === '/healthz').length

/** Ends the session on the server, like a sign-out on another device. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    await fetch('/v1/logout', { method: 'POST', headers: { 'X-API-TOKEN': token } })
  })

const everDialog = async (page: Page) => {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=alertdialog]')) document.documentElement.dataset['saw'] = ''
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => 'saw' in document.documentElement.dataset)
}

test('a captive portal is recognized (offline 11)', async ({ page, front, openSaved }) => {
  await openSaved('Hotel lamp')
  front.rule(() => html('<title>Hotel Wi-Fi</title><h1>Room number?</h1>'))
  await page.reload()
  await expect(dialog(page)).toContainText('No internet connection')
  await expect(dialog(page)).toContainText('This network answers with a page of its own.')
  await expect(page.getByText('Unknown error')).toHaveCount(0)
  await expect(dialog(page).getByRole('link', { name: 'Open its page' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name)
        const keys = await cache.keys()
        return Promise.all(keys.map(async (key) => (await cache.match(key))?.text()))
      }),
    )
    return all.flat().filter((text) => text?.includes('Room number?')).length
  })
  expect(kept).toBe(0)
  front.clear()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Hotel lamp')).toBeVisible()
})

test('one failed request shows no dialog (offline 25)', async ({ page, front, openSaved }) => {
  await openSaved('Steady lamp')
  const sawDialog = await everDialog(page)
  front.clear()
  // The network fails until the first connection check has failed too.
  front.rule((passing) => {
    if (probes(front) > 1) return undefined
    return isApi(passing) || passing.pathname === '/healthz' ? 'drop' : undefined
  })
  await refreshBehind(page, () => probes(front))
  await expect.poll(() => probes(front)).toBeGreaterThan(1)
  await expect(page.getByText('Steady lamp')).toBeVisible()
  expect(await sawDialog()).toBe(false)
  await disconnect(page)
  await expect(dialog(page)).toContainText('No internet connection')
})

test('a line reports a slow network (offline 11, 24)', async ({ page, front, openSaved }) => {
  await openSaved('Waiting lamp')
  front.rule((passing) => (isApi(passing) ? 'hold' : undefined))
  await page.reload()
  await expect(page.getByText('Waiting lamp')).toBeVisible()
  await expect(page.getByText('The network is slow.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  front.clear()
  await expect(page.getByText('The network is slow.')).toHaveCount(0)
})

test('a 503 and a 401 in the background do not cover typed text, and signing in again restores it (offline 35)', async ({
  page,
  person,
  front,
  signInThroughLogin,
  openSaved,
}) => {
  await openSaved('Busy lamp')
  await page.goto('/splitlinks?create_split_link=1')
  await field(page).fill('https://shop.example/half-typed')
  const sawDialog = await everDialog(page)
  let refused = 0
  front.rule(({ pathname }) => {
    if (pathname !== SEARCH) return undefined
    refused += 1
    return json({}, 503)
  })
  await refreshBehind(page, () => refused)
  front.clear()
  await endSession(page)
  const before = searches(front)
  await refreshBehind(page, () => searches(front) - before)
  await expect(field(page)).toHaveValue('https://shop.example/half-typed')
  expect(await sawDialog()).toBe(false)

  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Go to Login Page' }).click()
  await page.waitForURL(/multi-connect\/login/)
  await signInThroughLogin(page, person, '/splitlinks?create_split_link=1')
  await expect(field(page)).toHaveValue('https://shop.example/half-typed')
})

test('an older server works (offline 34)', async ({ page, front, openSaved }) => {
  await openSaved('Today’s lamp')
  await page.goto('/splitlinks?create_split_link=1')
  await field(page).fill('https://shop.example/typed-before')
  // An answer of the first API version: no cursor, few fields, and one field that the app no longer
  // knows.
  const old = {
    uuid: '4f0c8a3e-6d1b-4c55-9a52-0c1f6a9b7d11',
    name: 'Yesterday’s lamp',
    split_url: 'https://go.example/old',
    legacy: { anything: [1, 2] },
  }
  const page1 = json({ results: [old, { no: 'uuid' }], next: null, count: 1, debug: true })
  front.rule(({ pathname }) => (pathname === SEARCH ? page1 : undefined))
  await page.goto('/splitlinks')
  await expect(page.getByText('Yesterday’s lamp')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/splitlinks?create_split_link=1')
  await expect(field(page)).toHaveValue('https://shop.example/typed-before')
})

test('missing server parts say so (offline 34)', async ({ page, front, openWithLink }) => {
  const missing = /^\/v1\/(activity\/|users\/me\/settings)|^\/v2\/my\/(data_export|collections)\//
  front.rule(({ pathname }) => (missing.test(pathname) ? json({}, 404) : undefined))
  await openWithLink('Lamp of old')
  await expect(page.getByText('Lamp of old')).toBeVisible()
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('This server does not have them.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.goto('/settings/notifications-settings')
  await expect(page.getByText('This server does not support them.')).toBeVisible()
  await page.goto('/data-exports')
  await expect(page.getByText('This server has none.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/splitlinks?tab=collections')
  await expect(page.getByText('This server has no collections')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/splitlinks')
  await expect(page.getByText('Lamp of old')).toBeVisible()
})
