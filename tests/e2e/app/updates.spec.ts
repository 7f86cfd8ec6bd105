import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test as base } from '../support/fronted.ts'
import { Releases } from '../support/two-builds.ts'
import { workerReady } from '../support/worker.ts'

type Release = { next: (options?: { newDatabase?: boolean }) => void }

/**
 * Switches to the next release between two requests. If the server were down meanwhile, the length
 * of the outage would decide whether an open tab reports that it is offline.
 */
const test = base.extend<{ release: Release }, { releases: Releases }>({
  releases: [
    async ({ network }, provide) => {
      const releases = await Releases.make({ APP_ORIGIN: network.origin })
      await provide(releases)
      await releases.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  release: async ({ network, releases }, provide) => {
    await provide({
      next: ({ newDatabase } = {}) => {
        network.release = newDatabase ? releases.nextDatabase : releases.next
      },
    })
    network.release = undefined
  },
})

const countLoads = (page: Page) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

const isNext = (page: Page) => page.locator('meta[name="build"][content="next"]')

/** Opens the app in another tab. */
async function openOther(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/more')
  await workerReady(other)
  return other
}

/** Switches to the next release and lets this tab find it. */
async function findUpdate(page: Page, release: Release) {
  release.next()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 })
}

test('the first visit loads the page once (offline 22)', async ({ page, openApp }) => {
  await openApp('/splitlinks')
  const loads = countLoads(page)
  await workerReady(page)
  await page.getByText('Create your first link').waitFor()
  expect(loads()).toBe(0)
})

test('one tap updates every tab (R-612, offline 3, 21)', async ({ page, release, openApp }) => {
  await openApp('/splitlinks')
  await workerReady(page)
  const other = await openOther(page)
  await findUpdate(page, release)
  await expect(isNext(page)).toHaveCount(0)
  const loads = [countLoads(page), countLoads(other)]
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(isNext(page)).toHaveCount(1)
  await expect(isNext(other)).toHaveCount(1)
  await expect.poll(() => loads.map((count) => count())).toEqual([1, 1])
  await page.goto('/rank')
  await expect(page.locator('h1')).toHaveCount(1)
  // The additional load is the navigation to another screen. The other tab does not reload.
  await expect.poll(() => loads.map((count) => count())).toEqual([2, 1])
})

const field = (page: Page) => page.getByLabel('Product or page address')
const CREATE = '/splitlinks?create_split_link=1'

test('an old tab opens every screen (offline 1)', async ({ page, release, openSaved }) => {
  await openSaved('Lazy lamp')
  release.next()
  const loads = countLoads(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  for (const path of ['/more', '/settings', '/secret-settings', '/rank', '/splitlinks'])
    await test.step(path, async () => {
      // Follow a link inside the app, so that the old page fetches the screen itself.
      await page.evaluate((href) => {
        const link = document.createElement('a')
        link.href = href
        document.querySelector('main')?.append(link)
        link.click()
      }, path)
      await expect(page).toHaveURL(path)
      await expect(page.locator('h1')).toHaveCount(1)
    })
  await page.getByText('Lazy lamp').click()
  await page.getByRole('button', { name: 'Edit link' }).click()
  await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible()
  expect(faults).toEqual([])
  expect(loads()).toBe(0)
  await expect(isNext(page)).toHaveCount(0)
})

test('an update keeps typed text (offline 3, 21)', async ({ page, release, openApp }) => {
  await openApp('/splitlinks')
  await workerReady(page)
  await page.goto(CREATE)
  await field(page).fill('https://shop.example/half-ty')
  const other = await openOther(page)
  await findUpdate(other, release)
  const loads = countLoads(page)
  await other.getByRole('status').getByRole('button', { name: 'Reload' }).click()
  await expect(isNext(other)).toHaveCount(1)
  await expect(page.getByText('A new version is ready. Save first, then reload.')).toBeVisible()
  await expect(isNext(page)).toHaveCount(0)
  expect(loads()).toBe(0)
  await field(page).fill('https://shop.example/half-typed')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(isNext(page)).toHaveCount(1)
  await expect(field(page)).toHaveValue('https://shop.example/half-typed')
})

test.describe('with workers blocked', () => {
  test.use({ serviceWorkers: 'block' })

  test('a missing chunk reloads a tab once (offline 1)', async ({ page, release, openApp }) => {
    await openApp('/splitlinks')
    await page.locator('h1').waitFor()
    release.next()
    const loads = countLoads(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Partners' }).click()
    await expect(page.locator('h1')).toHaveText('Partners')
    expect(loads()).toBe(1)
    await expect(isNext(page)).toHaveCount(1)
  })

  test('missing start files reload once, then explain (offline 1)', async ({ page, front }) => {
    let loads = 0
    const goneUntil = (load: number) => {
      loads = 0
      front.rule(({ pathname }) => {
        if (pathname === '/rank') loads += 1
        return loads < load && pathname.startsWith('/assets/start-') ? { status: 404 } : undefined
      })
    }
    goneUntil(2)
    await page.goto('/rank')
    await page.waitForURL(/multi-connect\/login/)
    expect(loads).toBe(2)
    front.clear()

    const another = await page.context().browser()?.newContext({ serviceWorkers: 'block' })
    if (!another) throw new Error('no browser')
    const tab = await another.newPage()
    goneUntil(3)
    await tab.goto(`${front.origin}/rank`)
    await expect(tab.getByRole('heading', { name: 'The app could not start' })).toBeVisible()
    await expectAccessible(tab, 'an app that could not start')
    expect(loads).toBe(2)
    await tab.getByRole('button', { name: 'Reload' }).click()
    await tab.waitForURL(/multi-connect\/login/)
    await another.close()
  })

  test('an upgrade keeps text (offline 27)', async ({ page, release, openWithLink }) => {
    await openWithLink('Lamp of both versions')
    await expect(page.getByText('Lamp of both versions')).toBeVisible()
    await page.goto(CREATE)
    await field(page).fill('https://shop.example/before')
    release.next({ newDatabase: true })
    const next = await page.context().newPage()
    await next.goto('/splitlinks')
    await expect(isNext(next)).toHaveCount(1)
    await expect(next.getByText('Lamp of both versions')).toBeVisible()
    await expect(page.getByText('A new version is ready. Save first, then reload.')).toBeVisible()
    await field(page).fill('https://shop.example/after')
    page.on('dialog', (question) => void question.accept())
    await page.reload()
    await expect(isNext(page)).toHaveCount(1)
    await expect(field(page)).toHaveValue('https://shop.example/after')
    const versions = () =>
      next.evaluate(async () =>
        (await indexedDB.databases())
          .filter(({ name = '' }) => name.length > 30)
          .map(({ version = 0 }) => version / 10),
      )
    expect(await versions()).toHaveLength(1)
    await expect(next.getByText('Lamp of both versions')).toBeVisible()
  })
})
