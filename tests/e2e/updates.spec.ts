import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { RunningServer } from './support/running-server.ts'
import { expect, test as base } from './support/test.ts'
import { copyBuild, newBuildDir, releaseNext } from './support/two-builds.ts'
import { workerReady } from './support/worker.ts'

type Release = { next: () => Promise<void> }

/** A server of its own for each test, whose app can be replaced by the next release. */
const test = base.extend<
  { release: Release },
  { releases: { server: RunningServer; dir: string } }
>({
  releases: [
    async ({}, provide) => {
      const dir = await newBuildDir()
      await copyBuild(dir)
      const server = await RunningServer.start({ DIST_DIR: join(dir, 'app') })
      await provide({ server, dir })
      await server.remove()
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: [async ({ releases }, provide) => provide(releases.server), { scope: 'worker' }],
  release: async ({ releases }, provide) => {
    await provide({
      next: async () => {
        await releases.server.down()
        await releaseNext(releases.dir)
        await releases.server.up()
      },
    })
    await releases.server.down()
    await copyBuild(releases.dir)
    await releases.server.up()
  },
})

const countLoads = (page: Page) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

const isNext = (page: Page) => page.locator('meta[name="build"][content="next"]')

test('the first visit loads the page once (offline check 22)', async ({ page, person, signIn }) => {
  await signIn(page, person, '/splitlinks')
  const loads = countLoads(page)
  await workerReady(page)
  await page.getByText('Make your first link').waitFor()
  expect(loads()).toBe(0)
})

test('a new release waits, is offered, and one tap takes it in every tab (R-612, offline checks 3 and 21)', async ({
  page,
  context,
  person,
  signIn,
  release,
}) => {
  await signIn(page, person, '/splitlinks')
  await workerReady(page)
  const other = await context.newPage()
  await other.goto('/more')
  await workerReady(other)
  await release.next()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 })
  await expect(isNext(page)).toHaveCount(0)
  const loads = [countLoads(page), countLoads(other)]
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(isNext(page)).toHaveCount(1)
  await expect(isNext(other)).toHaveCount(1)
  await expect.poll(() => loads.map((count) => count())).toEqual([1, 1])
  await page.goto('/rank')
  await expect(page.locator('h1')).toHaveCount(1)
  // The one more is the visit to another screen; the other tab stays as it is.
  await expect.poll(() => loads.map((count) => count())).toEqual([2, 1])
})

test.describe('with workers blocked', () => {
  test.use({ serviceWorkers: 'block' })

  test('an old tab that misses a chunk reloads once and shows the screen (offline check 1)', async ({
    page,
    person,
    signIn,
    release,
  }) => {
    await signIn(page, person, '/splitlinks')
    await page.locator('h1').waitFor()
    await release.next()
    const loads = countLoads(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Partners' }).click()
    await expect(page.locator('h1')).toHaveText('Partners')
    expect(loads()).toBe(1)
    await expect(isNext(page)).toHaveCount(1)
  })
})
