import type { Locator } from '@playwright/test'
import { addCollection } from '../support/collections.ts'
import { linkRow } from '../support/links.ts'
import { goOffline, disconnect, goOnline } from '../support/offline.ts'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

test('the app starts offline (R-594, R-596, R-597, R-607)', async ({ page, openSaved }) => {
  await openSaved('Tunnel lamp')
  await disconnect(page)
  await page.reload()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restart App' })).toBeVisible()
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByText('Tunnel lamp')).toBeVisible()
  await expect(page.getByText(/Saved on this device/)).toBeVisible()

  // Screens that were never opened work too, because the precache has every chunk.
  await page.goto('/more')
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.locator('h1')).toHaveText('More')

  await goOnline(page)
  await expect(page.getByText('No internet connection')).toHaveCount(0)
})

test('unopened collections show (R-256, R-596)', async ({ page, person, addProduct, openApp }) => {
  const link = await addProduct('Tunnel lamp')
  await addCollection(person, 'Hallway', [link])
  await openApp()
  await expect(page.getByText('Tunnel lamp')).toBeVisible()
  await workerReady(page)
  const stored = async () => JSON.stringify(await page.context().storageState({ indexedDB: true }))
  await expect.poll(stored).toContain('"Hallway"')
  await disconnect(page)
  await page.goto('/splitlinks?tab=collections')
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByText('Hallway')).toBeVisible()
})

test('messages about the connection move no row (R-607)', async ({ page, openWithLink }) => {
  const names = Array.from({ length: 12 }, (_, n) => `Lamp ${n}.`)
  for (const name of names) await openWithLink(name)
  const [first, last] = [names.at(-1), names[0]].map((name) => linkRow(page, name as string)) as [
    Locator,
    Locator,
  ]
  await expect(first).toBeVisible()
  await workerReady(page)
  await settled(page)
  const before = await first.boundingBox()
  await goOffline(page)
  const line = page.getByRole('status').filter({ hasText: 'Saved on this device' })
  await expect(line).toBeVisible()
  expect(await first.boundingBox()).toEqual(before)

  const copy = last.getByRole('button', { name: /^Copy/ })
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      const [row, over] = [await copy.boundingBox(), await line.boundingBox()]
      return row !== null && over !== null && row.y + row.height <= over.y
    })
    .toBe(true)
  await goOnline(page)
  await expect(line).toHaveCount(0)
})

test('a dialog follows the connection (R-587, R-588, R-091, R-589)', async ({ page, openApp }) => {
  await openApp('/splitlinks')
  await page.goto('/splitlinks?create_split_link=1')
  await page.getByLabel('Product or page address').fill('example.com/typed')
  await settled(page)
  await disconnect(page)
  await expect(page.getByText('No internet connection')).toBeVisible()
  await expect(page.getByLabel('Product or page address')).toHaveCount(0)
  await goOnline(page)
  await expect(page.getByText('No internet connection')).toHaveCount(0)
  await page.goto('/splitlinks?create_split_link=1')
  await expect(page.getByLabel('Product or page address')).toHaveValue('example.com/typed')
})

test('rows show first (R-188, R-601, offline 24)', async ({ page, server, openSaved }) => {
  await openSaved('Patient lamp')
  server.freeze()
  try {
    await page.reload()
    await expect(page.getByText('Patient lamp')).toBeVisible()
  } finally {
    server.thaw()
  }
})

test('remote changes arrive (R-601, R-602)', async ({ page, addProduct, person, openWithLink }) => {
  const stays = await addProduct('Old name')
  const goes = await openWithLink('Leaves')
  await expect(page.getByText('Leaves')).toBeVisible()
  await person.send('PATCH', `/v2/my/links/${stays.uuid}/`, { name: 'New name' })
  await person.send('PATCH', `/v2/my/links/${goes.uuid}/`, { is_hidden: true })
  await page.reload()
  await expect(page.getByText('New name')).toBeVisible()
  await expect(page.getByText('Leaves')).toHaveCount(0)
})

test('the server answers its own pages (R-598, offline 23)', async ({
  page,
  shop,
  openWithLink,
}) => {
  const link = await openWithLink('Straight through')
  await workerReady(page)
  await page.goto(link.split_url)
  expect(page.url()).toBe(shop.product('Straight through'))
  for (const path of [
    '/multi-connect/login',
    '/s/unknown-code',
    '/p/nobody',
    '/media/none.webp',
    '/healthz',
  ]) {
    const answer = await page.goto(new URL(path, link.split_url).href)
    expect(await answer?.text(), path).not.toContain('id="root"')
  }
})

test('no cache holds a token (R-593, offline 14)', async ({ page, person, openApp }) => {
  await openApp('/splitlinks')
  await workerReady(page)
  const found = await page.evaluate(async (token) => {
    const registration = await navigator.serviceWorker.ready
    const { searchParams } = new URL(registration.active?.scriptURL ?? '')
    const leaks: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const text =
          request.url + JSON.stringify([...(response?.headers ?? [])]) + (await response?.text())
        if (text.includes(token)) leaks.push(request.url)
      }
    }
    const settings = (await (await fetch('/v1/settings')).json()) as {
      push: { server_key: string }
    }
    return { params: Object.fromEntries(searchParams), leaks, key: settings.push.server_key }
  }, person.token)
  expect(found.params).toEqual({ channel: 'production', app: 'WebApp', server_key: found.key })
  expect(found.leaks).toEqual([])
})
