import { startForeignSite } from '../support/foreign-site.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('/ is Discover, and its tab is marked (R-004)', async ({ page, person, signIn }) => {
  await signIn(page, person)
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Discover')).toBeVisible()
  await expect(tab(page, 'Discover')).toHaveAttribute('aria-current', 'page')
})

test('/splitlinks lists the links of whoever is signed in, and nobody else’s (R-011)', async ({
  page,
  person,
  newPerson,
  shop,
  signIn,
}) => {
  await (await newPerson()).addLink(shop.product('Somebody else’s lamp'))
  await person.addLink(shop.product('Arc lamp'))
  await person.addLink(shop.product('Wall lamp'))
  await signIn(page, person, '/splitlinks')
  await expect(page.locator('[data-link-row]')).toHaveCount(2)
  await expect(page.locator('[data-link-row]').first()).toContainText('Wall lamp')
  await expect(page.getByText('Somebody else’s lamp')).toHaveCount(0)
})

test('/splitpage/collection/… is that collection, also after a reload (R-016)', async ({
  page,
  person,
  signIn,
}) => {
  const made = await person.send('POST', '/v2/my/collections/regular/', { name: 'Reading lamps' })
  const { uuid } = (await made.json()) as { uuid: string }
  await signIn(page, person, '/splitlinks?tab=collections')
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

test('/more at 992 px is the menu of everything else (R-025)', async ({ page, person, signIn }) => {
  await page.setViewportSize({ width: 992, height: 900 })
  await signIn(page, person, '/more')
  await expect(page).toHaveURL('/more')
  for (const [name, path] of MORE)
    await expect(page.getByRole('main').locator(`a[href="${path}"]`), name).toContainText(name)
})

test('the side menu has the ten entries of More in their order, and each leads where it says (R-064, R-065, R-066)', async ({
  page,
  person,
  signIn,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await signIn(page, person, '/rank')
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

test('/profile is the form of the public profile (R-030)', async ({ page, person, signIn }) => {
  await signIn(page, person, '/profile')
  for (const label of ['First name', 'Last name', 'Contact email'])
    await expect(page.getByLabel(label)).toBeEditable()
  await expect(tab(page, 'More')).toHaveAttribute('aria-current', 'page')
})

test('/logout takes the session from the browser and shows the login page (R-035)', async ({
  page,
  person,
  context,
  signIn,
}) => {
  await signIn(page, person)
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

test('a link on another website cannot sign anybody out without a question', async ({
  page,
  person,
  context,
  signIn,
}) => {
  await signIn(page, person)
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

test('/secret-settings opens for who types it, and nothing leads there (R-036)', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page, person, '/secret-settings')
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

test('/data-exports lists the exports (R-037)', async ({ page, person, signIn }) => {
  await person.send('POST', '/v2/my/analytics/request_user_csv/', { kind: 'links' })
  await signIn(page, person, '/data-exports')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Download Links/ })).toBeVisible({ timeout: 30_000 })
})

test('/settings leads to account info, notifications and custom domains (R-040, R-450)', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page, person, '/settings')
  for (const path of ['accountinfo', 'notifications-settings', 'custom-domains'])
    await expect(page.getByRole('main').locator(`a[href="/settings/${path}"]`)).toBeVisible()
})
