import type { Page } from '@playwright/test'
import type { ShortLink } from '#contract/links.ts'
import { expectAccessible } from '../support/axe.ts'
import { settled } from '../support/settled.ts'
import { expect, test, type Person } from '../support/test.ts'

const read = async (person: Person, { uuid }: ShortLink) =>
  (await (await person.send('GET', `/v2/my/links/${uuid}/`)).json()) as ShortLink

const all = async (person: Person) =>
  (
    (await (await person.send('POST', '/v2/my/links/search/', {})).json()) as {
      results: ShortLink[]
    }
  ).results

const row = (page: Page, name: string) => page.locator('[data-link-row]', { hasText: name })

async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
}

const goOnline = (page: Page) => page.context().setOffline(false)

async function rename(page: Page, from: string, to: string) {
  await row(page, from).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name').fill(to)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('an edit made offline waits, shows, and reaches the server once (R-608, D-75, offline check 19)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Oak arc lamp')).toBeVisible({ timeout: 20_000 })
  await settled(page)
  await goOffline(page)
  await rename(page, 'Oak arc lamp', 'Brass lamp')
  await expect(row(page, 'Brass lamp')).toContainText('Edit waiting to sync')
  await expect(page.getByRole('heading', { name: 'Waiting to sync' })).toBeVisible()
  await page.getByRole('button', { name: /Waiting to sync \(1\)/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Sent in this order when you’re back online')
  await expect(page.getByRole('dialog', { name: '1 change waits to sync' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `waiting changes, ${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Done' }).click()
  expect((await read(person, link)).name).toBe('Oak arc lamp')

  await goOnline(page)
  await expect(row(page, 'Brass lamp')).toContainText(link.short_code)
  await expect(page.getByRole('button', { name: /Waiting to sync/ })).toHaveCount(0)
  expect((await read(person, link)).name).toBe('Brass lamp')
})

test('a link made offline shows no short link until the server has made it, once (R-608, D-75)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await person.addLink(shop.product('Linen set'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Linen set')).toBeVisible({ timeout: 20_000 })
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
  await expect(row(page, 'Night oil')).toHaveCount(1, { timeout: 20_000 })
  expect((await all(person)).filter(({ url }) => url.includes('ight'))).toHaveLength(1)
})

test('what waits can be taken back, and then never was (D-75)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Oak arc lamp')).toBeVisible({ timeout: 20_000 })
  await settled(page)
  await goOffline(page)
  await rename(page, 'Oak arc lamp', 'Typing error')
  await page.getByRole('button', { name: /Waiting to sync/ }).press('Enter')
  await page.getByRole('button', { name: 'Remove the change to Oak arc lamp' }).press('Enter')
  await expect(page.getByText('Everything is synced.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Oak arc lamp')).toContainText(link.short_code)
  await goOnline(page)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  expect((await read(person, link)).name).toBe('Oak arc lamp')
})

test('the answer is lost after the server acted: one link, not two (offline check 29)', async ({
  page,
  person,
  shop,
  signIn,
  server,
}) => {
  await person.addLink(shop.product('Linen set'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Linen set')).toBeVisible({ timeout: 20_000 })
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

test('two tabs and a sync event at once: each edit once (offline check 28)', async ({
  page,
  person,
  shop,
  signIn,
  context,
}) => {
  const links = await Promise.all(
    ['Lamp', 'Sofa', 'Rug'].map((name) => person.addLink(shop.product(name))),
  )
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Rug')).toBeVisible({ timeout: 20_000 })
  const other = await context.newPage()
  await other.goto('/splitlinks')
  await expect(row(other, 'Rug')).toBeVisible()
  await Promise.all([settled(page), settled(other)])
  await context.setOffline(true)
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Use saved copy' }).click()
  for (const name of ['Lamp', 'Sofa', 'Rug']) {
    await row(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect(row(page, name)).toHaveCount(0)
  }
  // The other tab shows the changes of this tab.
  await expect(other.getByRole('button', { name: /Waiting to sync \(3\)/ })).toBeVisible()
  await context.setOffline(false)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
    await sync?.register('split-outbox').catch(() => undefined)
  })
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /Waiting to sync/ })).toHaveCount(0)
  for (const link of links) expect((await read(person, link)).is_hidden).toBe(true)
})

test('changed elsewhere meanwhile: the row asks, and keeps mine (D-75)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const link = await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Oak arc lamp')).toBeVisible({ timeout: 20_000 })
  await settled(page)
  await goOffline(page)
  await rename(page, 'Oak arc lamp', 'From this device')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, {
    name: 'From the phone',
    tags: ['oak'],
  })
  await goOnline(page)
  await expect(row(page, 'From the phone')).toContainText('Changed elsewhere')
  await row(page, 'From the phone')
    .getByRole('button', { name: /^Decide/ })
    .click()
  await page.getByRole('menuitem', { name: 'Keep mine' }).click()
  await expect(row(page, 'From this device')).toContainText(link.short_code)
  expect(await read(person, link)).toMatchObject({ name: 'From this device', tags: ['oak'] })
})

test('refused on the way: the row says so, and what was typed is in its form again (D-75)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  const taken = await person.addLink(shop.product('Linen set'))
  await person.addLink(shop.product('Oak arc lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(row(page, 'Oak arc lamp')).toBeVisible({ timeout: 20_000 })
  await settled(page)
  await goOffline(page)
  await row(page, 'Oak arc lamp').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Short code').fill(taken.short_code)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goOnline(page)
  await expect(row(page, 'Oak arc lamp')).toContainText('Not saved')
  await page.getByRole('button', { name: /Waiting to sync \(1\)/ }).click()
  await expect(page.getByText('Not saved: This code is already in use')).toBeVisible()
  await page.getByRole('button', { name: 'Edit again' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Short code')).toHaveValue(taken.short_code)
})
