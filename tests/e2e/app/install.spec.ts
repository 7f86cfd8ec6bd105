import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { showNarrow } from '../support/large-text.ts'
import { disconnect } from '../support/offline.ts'
import { expect, signedIn, submitAccount, test as base } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Uses a profile on disk, because browsers offer no installation in a private window. */
const test = base.extend<{ profile: BrowserContext }>({
  profile: async ({ playwright, launchOptions, baseURL }, provide) => {
    const dir = await mkdtemp(join(tmpdir(), 'split-profile-'))
    const context = await playwright.chromium.launchPersistentContext(dir, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--bypass-app-banner-engagement-checks'],
      ...(baseURL && { baseURL }),
    })
    await provide(context)
    await context.close()
    await rm(dir, { recursive: true, force: true })
  },
})

const CREATE = 'Product or page address'
const SHARE = `/splitlinks?${new URLSearchParams({
  share_title: 'Oak lamp',
  share_text: 'I found this: https://shop.example/lamp?a=1&b=2 – nice',
})}`

test('the browser can install the app (R-595, offline 20)', async ({ profile, person, signIn }) => {
  const page = await profile.newPage()
  await signIn(page, person, '/splitlinks')
  await workerReady(page)
  const cdp = await profile.newCDPSession(page)
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { manifest } = await cdp.send('Page.getAppManifest')
  expect(manifest.shareTarget?.action).toContain('/splitlinks')
  expect(manifest.screenshots).toHaveLength(3)
})

test('an early offer is kept (offline 20)', async ({ addProduct, profile, person, signIn }) => {
  const page = await profile.newPage()
  await signIn(page, person, '/splitlinks')
  await workerReady(page)
  const offer = page.getByText('Keep Split at hand, offline too')
  await page.reload()
  await expect(page.getByText('Create your first link')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Install Split' }).click()
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await addProduct('Brass pendant')
  await page.goto('/splitlinks')
  await expect(page.getByText('Brass pendant')).toBeVisible()
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(page.getByText('Brass pendant')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a share opens CREATE with the address (R-618, D-03)', async ({ page, openApp }) => {
  await openApp('/rank')
  await page.goto(SHARE)
  await expect(page.getByLabel(CREATE)).toHaveValue('https://shop.example/lamp?a=1&b=2')
  expect(page.url()).not.toContain('share_')
})

test('a share survives the sign-in (R-618)', async ({ page, person }) => {
  await page.goto(SHARE)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await submitAccount(page, 'Sign in', person)
  await signedIn(page)
  await expect(page.getByLabel(CREATE)).toHaveValue('https://shop.example/lamp?a=1&b=2')
})

test('an offline share opens and is kept (R-618)', async ({ page, openApp }) => {
  await openApp('/rank')
  await workerReady(page)
  await disconnect(page)
  await page.goto(SHARE)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByLabel(CREATE)).toHaveValue('https://shop.example/lamp?a=1&b=2')
})

test('persistent storage is requested once (offline 8)', async ({ page, addProduct, openApp }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.persist = async () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}x`)
      return true
    }
  })
  const asked = () => page.evaluate(() => localStorage.getItem('asked')?.length ?? 0)
  await openApp('/splitlinks')
  await expect(page.getByText('Create your first link')).toBeVisible()
  await workerReady(page)
  expect(await asked()).toBe(0)
  await addProduct('Worth keeping')
  await page.reload()
  await expect.poll(asked).toBe(1)
  await page.reload()
  await expect(page.getByText('Worth keeping')).toBeVisible()
  await workerReady(page)
  expect(await asked()).toBe(1)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an iPhone gets instructions that pass axe; after installing they are gone, ${colorScheme} (offline 20, R-507)`, async ({
    addProduct,
    browser,
    person,
    signIn,
    baseURL,
  }) => {
    await addProduct('Floor lamp')
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      userAgent: IPHONE,
      viewport: { width: 390, height: 844 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page, person, '/splitlinks')
    await page.getByRole('button', { name: 'Show how' }).click()
    const dialog = page.getByRole('dialog', { name: 'Install Split' })
    await expect(dialog.getByText('Add to Home Screen')).toBeVisible()
    await expectAccessible(page, `install dialog ${colorScheme}`)
    await showNarrow(page)
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // Property that Safari sets in apps opened from the Home Screen.
    await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
    await page.goto('/more')
    await expect(page.getByRole('button', { name: 'Share to Split' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Install Split' })).toHaveCount(0)
    await context.close()
  })
}
