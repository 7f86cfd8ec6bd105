import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { FlakyNetwork } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { refreshBehind } from '../support/refresh.ts'
import { workerReady } from '../support/worker.ts'

const SEARCH = '/v2/my/links/search/'
const searches = (front: FlakyNetwork) =>
  front.seen.filter(({ pathname }) => pathname === SEARCH).length

/** Collects uncaught errors of the page, which a user would not see. */
function faultsOf(page: Page) {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}

const cachedPictures = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('split-person-images')
    const all = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    let bytes = 0
    for (const one of all) bytes += (await one?.blob())?.size ?? 0
    const opaque = all.filter((one) => one?.type === 'opaque').length
    return { count: all.length, opaque, bytes }
  })

const KILOBYTE = 1024
const picture = Buffer.alloc(200 * KILOBYTE, 7)

test('at most sixty pictures are cached (offline 6, R-614)', async ({ page, front, openApp }) => {
  await openApp('/splitlinks')
  await workerReady(page)
  front.rule(({ pathname }) =>
    pathname.startsWith('/media/many-')
      ? { headers: { 'Content-Type': 'image/webp' }, body: picture }
      : undefined,
  )
  await page.evaluate(async () => {
    for (let i = 0; i < 200; i += 1) await (await fetch(`/media/many-${i}.webp`)).blob()
  })
  await expect.poll(async () => (await cachedPictures(page)).count).toBeLessThanOrEqual(60)
  const { count, opaque, bytes } = await cachedPictures(page)
  expect(count).toBeGreaterThan(0)
  expect(opaque).toBe(0)
  expect(bytes).toBeLessThanOrEqual(25 * KILOBYTE * KILOBYTE)
})

/**
 * Makes writes to the table of links fail with a full disk. Runs in the page and at the start of
 * the service worker.
 */
function fillTheDisk() {
  // oxlint-disable-next-line typescript/unbound-method -- it is given its `this` below
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...row) {
    if (this.name === 'links') throw new DOMException('The disk is full', 'QuotaExceededError')
    return put.apply(this, row)
  }
}

test('a full device shows rows (offline 7)', async ({ page, addProduct, front, openApp }) => {
  const faults = faultsOf(page)
  const worker = `(${String(fillTheDisk)})();\n${await readFile('dist/app/sw.js', 'utf8')}`
  front.rule(({ pathname }) =>
    pathname === '/sw.js'
      ? { headers: { 'Content-Type': 'text/javascript' }, body: worker }
      : undefined,
  )
  front.rule(({ pathname }) =>
    pathname.startsWith('/media/')
      ? { headers: { 'Content-Type': 'image/webp' }, body: picture }
      : undefined,
  )
  await page.addInitScript(fillTheDisk)
  await openApp('/splitlinks')
  await workerReady(page)
  await page.evaluate(async () => (await fetch('/media/seen.webp')).blob())
  await expect.poll(async () => (await cachedPictures(page)).count).toBe(1)
  await addProduct('One lamp too many')
  const before = searches(front)
  await refreshBehind(page, () => searches(front) - before)
  await expect(page.getByText('One lamp too many')).toBeVisible()
  await expect(page.getByText('This device is full.')).toHaveCount(1)
  // The picture of the row itself may have been loaded in the meantime.
  expect(await page.evaluate(async () => caches.match('/media/seen.webp'))).toBeUndefined()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(faults).toEqual([])
})

test('data deleted by the browser while the app runs is restored by one import, without duplicates (offline 8)', async ({
  page,
  addProduct,
  front,
  context,
  baseURL,
  openWithLink,
}) => {
  await addProduct('First lamp')
  await openWithLink('Second lamp')
  await expect(page.getByText('First lamp')).toBeVisible()
  await workerReady(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: baseURL ?? '',
    storageTypes: 'indexeddb',
  })
  front.clear()
  await page.reload()
  await expect(page.getByText('First lamp')).toHaveCount(1)
  await expect(page.getByText('Second lamp')).toHaveCount(1)
  expect(searches(front)).toBe(1)
})

test('a blocked database shows rows (offline 9)', async ({ page, person, openSaved }) => {
  await openSaved('Lamp behind the door')
  // This page runs no code of the app. It acts as a tab that does not close its database connection
  // when asked to.
  await page.goto('/healthz')
  await page.evaluate(async (owner) => {
    const name = `split-${owner}`
    await new Promise((resolve, reject) => {
      const gone = indexedDB.deleteDatabase(name)
      gone.addEventListener('success', resolve)
      gone.addEventListener('error', reject)
    })
    await new Promise((resolve, reject) => {
      const held = indexedDB.open(name, 1)
      held.addEventListener('success', () => {
        Object.assign(window, { held: held.result })
        resolve(undefined)
      })
      held.addEventListener('error', reject)
    })
  }, person.uuid)
  const next = await page.context().newPage()
  const faults = faultsOf(next)
  await next.goto('/splitlinks')
  await expect(next.getByText('Lamp behind the door')).toBeVisible()
  expect(faults).toEqual([])
})

test.describe('without IndexedDB', () => {
  for (const serviceWorkers of ['allow', 'block'] as const) {
    test.describe(`workers: ${serviceWorkers}`, () => {
      test.use({ serviceWorkers })
      test(`list and draft, workers: ${serviceWorkers} (offline 10)`, async ({
        page,
        addProduct,
        openApp,
      }) => {
        const faults = faultsOf(page)
        await addProduct('Lamp without a shelf')
        await page.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('Internal error', 'UnknownError')
          }
        })
        await openApp('/splitlinks')
        await expect(page.getByText('Lamp without a shelf')).toBeVisible()
        await page.goto('/splitlinks?create_split_link=1')
        const field = page.getByLabel('Product or page address')
        await field.fill('https://shop.example/typed')
        await page.reload()
        await expect(field).toHaveValue('https://shop.example/typed')
        expect(faults).toEqual([])
      })
    })
  }
})

/**
 * Browser features that may be missing. The app must start, show its rows and create a link without
 * each of them.
 */
const LACKING: [what: string, remove: () => void][] = [
  ['SyncManager', () => void Reflect.deleteProperty(window, 'SyncManager')],
  ['PushManager', () => void Reflect.deleteProperty(window, 'PushManager')],
  ['Notification', () => void Reflect.deleteProperty(window, 'Notification')],
  ['share', () => void Reflect.deleteProperty(Navigator.prototype, 'share')],
  ['badges', () => void Reflect.deleteProperty(Navigator.prototype, 'setAppBadge')],
  ['locks', () => void Reflect.deleteProperty(Navigator.prototype, 'locks')],
  ['storage', () => void Reflect.deleteProperty(Navigator.prototype, 'storage')],
  ['clipboard', () => void Reflect.deleteProperty(Navigator.prototype, 'clipboard')],
  ['BroadcastChannel', () => void Reflect.deleteProperty(window, 'BroadcastChannel')],
  ['launchQueue', () => void Reflect.deleteProperty(window, 'launchQueue')],
  ['idle callbacks', () => void Reflect.deleteProperty(window, 'requestIdleCallback')],
  ['service workers', () => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')],
]

/** Number of missing features per test, so that a test stays far below its time limit. */
const AT_ONCE = 3

for (let from = 0; from < LACKING.length; from += AT_ONCE) {
  const lacking = LACKING.slice(from, from + AT_ONCE)
  const names = lacking.map(([what]) => what).join(', ')
  test(`the app works without ${names} (offline 31)`, async ({ page, shop, openWithLink }) => {
    await openWithLink('Plain lamp')
    await expect(page.getByText('Plain lamp')).toBeVisible()
    for (const [what, remove] of lacking) {
      const tab = await page.context().newPage()
      const faults = faultsOf(tab)
      await tab.addInitScript(remove)
      await tab.goto(`/splitlinks?create_split_link=${encodeURIComponent(shop.product(what))}`)
      await tab.getByRole('button', { name: 'Create link', exact: true }).click()
      await expect(tab.getByRole('heading', { name: 'Your link is ready' }), what).toBeVisible()
      await tab.getByRole('button', { name: 'Done' }).click()
      await expect(tab.getByText('Plain lamp'), what).toBeVisible()
      expect(faults, what).toEqual([])
      await tab.close()
    }
  })
}
