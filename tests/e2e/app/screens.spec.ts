import { startForeignSite } from '../support/foreign-site.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('/ is Discover, and its tab is marked (R-004)', async ({ page, openApp }) => {
  await openApp()
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Discover')).toBeVisible()
  await expect(tab(page, 'Discover')).toHaveAttribute('aria-current', 'page')
})

test('only own links show (R-011)', async ({ page, addProduct, newPerson, shop, openWithLink }) => {
  await (await newPerson()).addLink(shop.product('Somebody else’s lamp'))
  await addProduct('Arc lamp')
  await openWithLink('Wall lamp')
  await expect(page.locator('[data-link-row]')).toHaveCount(2)
  await expect(page.locator('[data-link-row]').first()).toContainText('Wall lamp')
  await expect(page.getByText('Somebody else’s lamp')).toHaveCount(0)
})

test('a collection path opens it, also on reload (R-016)', async ({ page, person, openApp }) => {
  const made = await person.send('POST', '/v2/my/collections/regular/', { name: 'Reading lamps' })
  const { uuid } = (await made.json()) as { uuid: string }
  await openApp('/splitlinks?tab=collections')
  await page.getByText('Reading lamps').click()
  await expect(page).toHaveURL(`/splitpage/collection/${uuid}`)
  await expect(heading(page, 'Reading lamps')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`/splitpage/collection/${uuid}`)
  await expect(heading(page, 'Reading lamps')).toBeVisible()
})

const MORE = [
  ['Public profile', '/profile'],
  ['Rank', '/rank'],
  ['Wallet', '/wallet'],
  ['Analytics', '/analytics'],
  ['Settings', '/settings'],
  ['Refer', '/refer'],
  ['Help', '/info'],
  ['Data Exports', '/data-exports'],
  ['Widgets', '/widgets'],
  ['Tools', '/tools'],
] as const

test('/more at 992 px is the menu of everything else (R-025)', async ({ page, openApp }) => {
  await page.setViewportSize({ width: 992, height: 900 })
  await openApp('/more')
  await expect(page).toHaveURL('/more')
  for (const [name, path] of MORE)
    await expect(page.getByRole('main').locator(`a[href="${path}"]`), name).toContainText(name)
})

test('the side menu has ten entries (R-064, R-065, R-066)', async ({ page, openApp }) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await openApp('/rank')
  const more = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'More' }) })
  const entries = more.getByRole('link')
  await expect(entries).toHaveText(MORE.map(([name]) => name))
  const hrefs = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(MORE.map(([, path]) => path))
  await more.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/info')
})

test('/profile is the form of the public profile (R-030)', async ({ page, openApp }) => {
  await openApp('/profile')
  for (const label of ['First name', 'Last name', 'Contact email'])
    await expect(page.getByLabel(label)).toBeEditable()
  await expect(tab(page, 'More')).toHaveAttribute('aria-current', 'page')
})

test('/logout ends the session and shows login (R-035)', async ({ page, context, openApp }) => {
  await openApp()
  const before = (await context.cookies()).map(({ name }) => name)
  expect(before).toEqual(expect.arrayContaining(['token', 'jwt_token', 'fingerprint']))
  await page.goto('/logout')
  await page.waitForURL(/multi-connect\/login/)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const after = (await context.cookies()).map(({ name }) => name)
  for (const name of ['token', 'jwt_token', 'fingerprint']) expect(after).not.toContain(name)
  await page.goto('/')
  await page.waitForURL(/multi-connect\/login/)
})

test('a foreign website cannot sign a user out', async ({ page, context, openApp }) => {
  await openApp()
  const site = await startForeignSite()
  try {
    site.show(`<a href="${new URL('/logout', page.url()).href}">A lamp</a>`)
    await page.goto(site.origin)
    await page.getByRole('link', { name: 'A lamp' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page).toHaveURL(/\/$/)
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).toContain('jwt_token')
  } finally {
    await site.stop()
  }
})

test('/secret-settings opens but has no link (R-036)', async ({ page, openApp }) => {
  await openApp('/secret-settings')
  await expect(page).toHaveURL('/secret-settings')
  await expect(page.getByText('2.0.6')).toBeVisible()
  for (const [width, path] of [
    [390, '/'],
    [390, '/more'],
    [390, '/settings'],
    [1200, '/settings'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(page.locator('a[href="/logout"], a[href="/splitlinks"]').first()).toBeVisible()
    await expect(page.locator('a[href*="secret"]')).toHaveCount(0)
  }
})

test('/data-exports lists the exports (R-037)', async ({ page, person, openApp }) => {
  await person.send('POST', '/v2/my/analytics/request_user_csv/', { kind: 'links' })
  await openApp('/data-exports')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Download Links/ })).toBeVisible({ timeout: 30_000 })
})

test('/settings links to its three screens (R-040, R-450)', async ({ page, openApp }) => {
  await openApp('/settings')
  for (const path of ['accountinfo', 'notifications-settings', 'custom-domains'])
    await expect(page.getByRole('main').locator(`a[href="/settings/${path}"]`)).toBeVisible()
})
