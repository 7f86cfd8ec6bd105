import type { Page } from '@playwright/test'
import type { ShortLink } from '#contract/links/short-link.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow, named, chooseForRow, readLink } from '../support/links.ts'
import { goOffline, goOnline, disconnect } from '../support/offline.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const all = async (person: Person) =>
  (
    (await (await person.send('POST', '/v2/my/links/search/', {})).json()) as {
      results: ShortLink[]
    }
  ).results

/** Waits for the row and for the code that an offline page needs, then goes offline. */
async function loseConnection(page: Page) {
  await named(page, 'Oak arc lamp')
  await settled(page)
  await goOffline(page)
}

async function rename(page: Page, from: string, to: string) {
  await chooseForRow(page, from, 'Edit')
  await page.getByLabel('Name').fill(to)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('an offline edit (R-608, D-75, offline check 19)', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
  await loseConnection(page)
  await rename(page, 'Oak arc lamp', 'Brass lamp')
  await expect(linkRow(page, 'Brass lamp')).toContainText('Edit waiting to sync')
  await expect(page.getByRole('heading', { name: 'Waiting to sync' })).toBeVisible()
  await page.getByRole('button', { name: /Waiting to sync \(1\)/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Sent in this order when you’re back online')
  await expect(page.getByRole('dialog', { name: '1 change waits to sync' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'waiting changes')
  await page.getByRole('button', { name: 'Done' }).click()
  expect((await readLink(person, link)).name).toBe('Oak arc lamp')

  await goOnline(page)
  await expect(linkRow(page, 'Brass lamp')).toContainText(link.short_code)
  await expect(page.getByRole('button', { name: /Waiting to sync/ })).toHaveCount(0)
  expect((await readLink(person, link)).name).toBe('Brass lamp')
})

test('an offline link waits (R-608, D-75)', async ({ page, person, shop, openWithLink }) => {
  await openWithLink('Linen set')
  await named(page, 'Linen set')
  await settled(page)
  await goOffline(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('Product or page address').fill(shop.product('Night oil'))
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText(/Then its short link appears here/)).toBeVisible()
  await expect(page.getByTestId('short-url')).toHaveCount(0)
  // The dialog was opened before the link had an id. It shows the short link as soon as there is
  // one.
  await goOnline(page)
  await expect(page.getByTestId('short-url')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(linkRow(page, 'Night oil')).toHaveCount(1, { timeout: 20_000 })
  expect((await all(person)).filter(({ url }) => url.includes('ight'))).toHaveLength(1)
})

test('a waiting change can be discarded (D-75)', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
  await loseConnection(page)
  await rename(page, 'Oak arc lamp', 'Typing error')
  await page.getByRole('button', { name: /Waiting to sync/ }).press('Enter')
  await page.getByRole('button', { name: 'Remove the change to Oak arc lamp' }).press('Enter')
  await expect(page.getByText('Everything is synced.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(linkRow(page, 'Oak arc lamp')).toContainText(link.short_code)
  await goOnline(page)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  expect((await readLink(person, link)).name).toBe('Oak arc lamp')
})

test('a lost answer (offline check 29)', async ({ page, person, shop, server, openWithLink }) => {
  await openWithLink('Linen set')
  await named(page, 'Linen set')
  await settled(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('Product or page address').fill(shop.product('Velvet sofa'))
  // The server receives the request while its process is stopped. It answers after the page has
  // stopped waiting.
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/v2/my/links/'),
  )
  server.freeze()
  await page.getByRole('button', { name: 'Create link' }).click()
  await asked
  await expect(page.getByText(/Then its short link appears here/)).toBeVisible({ timeout: 30_000 })
  server.thaw()
  await expect(page.getByTestId('short-url')).toBeVisible({ timeout: 30_000 })
  expect(
    (await all(person)).filter(({ url }) => url.toLowerCase().includes('velvet')),
  ).toHaveLength(1)
})

test('two tabs send once (offline check 28)', async ({ page, addProduct, person, openApp }) => {
  const links = await Promise.all(['Lamp', 'Sofa', 'Rug'].map((name) => addProduct(name)))
  await openApp('/splitlinks')
  await named(page, 'Rug')
  const other = await page.context().newPage()
  await other.goto('/splitlinks')
  await expect(linkRow(other, 'Rug')).toBeVisible()
  await Promise.all([settled(page), settled(other)])
  await disconnect(page)
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Use saved copy' }).click()
  for (const name of ['Lamp', 'Sofa', 'Rug']) {
    await chooseForRow(page, name, 'Hide')
    await expect(linkRow(page, name)).toHaveCount(0)
  }
  // The other tab shows the changes of this tab.
  await expect(other.getByRole('button', { name: /Waiting to sync \(3\)/ })).toBeVisible()
  await goOnline(page)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
    await sync?.register('split-outbox').catch(() => undefined)
  })
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /Waiting to sync/ })).toHaveCount(0)
  for (const link of links) expect((await readLink(person, link)).is_hidden).toBe(true)
})

test('a conflict asks and keeps my version (D-75)', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Oak arc lamp')
  await loseConnection(page)
  await rename(page, 'Oak arc lamp', 'From this device')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, {
    name: 'From the phone',
    tags: ['oak'],
  })
  await goOnline(page)
  await expect(linkRow(page, 'From the phone')).toContainText('Changed elsewhere')
  await linkRow(page, 'From the phone')
    .getByRole('button', { name: /^Decide/ })
    .click()
  await page.getByRole('menuitem', { name: 'Keep mine' }).click()
  await expect(linkRow(page, 'From this device')).toContainText(link.short_code)
  expect(await readLink(person, link)).toMatchObject({ name: 'From this device', tags: ['oak'] })
})

test('a refused change reopens its form (D-75)', async ({ page, addProduct, openWithLink }) => {
  const taken = await addProduct('Linen set')
  await openWithLink('Oak arc lamp')
  await loseConnection(page)
  await chooseForRow(page, 'Oak arc lamp', 'Edit')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Short code').fill(taken.short_code)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goOnline(page)
  await expect(linkRow(page, 'Oak arc lamp')).toContainText('Not saved')
  await page.getByRole('button', { name: /Waiting to sync \(1\)/ }).click()
  await expect(page.getByText('Not saved: This code is already in use')).toBeVisible()
  await page.getByRole('button', { name: 'Edit again' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Short code')).toHaveValue(taken.short_code)
})
