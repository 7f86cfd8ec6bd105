import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { showNarrow } from '../support/large-text.ts'
import { disconnect, goOnline } from '../support/offline.ts'
import { expect, test, type Person } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const addresses = (page: Page) =>
  page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')

/** Opens the form for a new link and pastes a text with the keyboard. */
async function pasteIntoForm(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page
    .getByRole('button', { name: /^(Paste a link|Create)$/ })
    .first()
    .click()
  const field = page.getByLabel('Product or page address')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(dialog(page, 'New links')).toBeVisible()
}

async function urlsOf(person: Person): Promise<string[]> {
  const answer = await person.send('POST', '/v2/my/links/search/', {})
  const { results } = (await answer.json()) as { results: { url: string }[] }
  return results.map(({ url }) => url).toSorted()
}

test('pasted addresses are fixed by keyboard', async ({ page, person, server, shop, openApp }) => {
  await openApp('/splitlinks')
  const [lamp, chair, table] = ['Oak lamp', 'Elm chair', 'Ash table'].map((name) =>
    shop.product(name),
  )
  await pasteIntoForm(
    page,
    `My favourites\nOak lamp: ${lamp}\n${chair}, ${lamp}\n${server.origin}/s/loop`,
  )
  await expect(page.getByText('5 addresses, 1 to correct, 1 repeated')).toBeVisible()
  await expect(addresses(page).nth(3)).toContainText('Same as address 2. One link is created.')
  await expect(addresses(page).nth(0)).toContainText('Enter a valid URL')
  await expectAccessibleInBothThemes(page, 'list of new links')

  await page.getByRole('button', { name: 'Remove address 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove address 1' })).toBeFocused()
  await page.getByRole('button', { name: 'Create 3 links' }).press('Enter')
  await expect(page.getByText(/^2 links created\./)).toBeVisible()
  const wrong = page.getByRole('textbox', { name: 'Address 1' })
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveValue(`${server.origin}/s/loop`)
  await expect(addresses(page)).toContainText('This is already a short link.')
  await expectAccessibleInBothThemes(page, 'new link to correct')

  await wrong.fill(table ?? '')
  await page.keyboard.press('Enter')
  const done = dialog(page, 'Your links are ready')
  await expect(done.getByRole('listitem')).toHaveCount(3)
  await expectAccessibleInBothThemes(page, 'created links')
  const shortLinks = await done
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await done.getByRole('button', { name: 'Copy all' }).press('Enter')
  await expect(done.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortLinks.join('\n'))

  await done.getByRole('button', { name: 'Done' }).press('Enter')
  for (const name of ['Oak lamp', 'Elm chair', 'Ash table'])
    await expect(page.getByText(name)).toBeVisible()
  expect(new Set(await urlsOf(person))).toEqual(new Set([lamp, chair, table]))
})

test('offline links wait, and go once each (D-75)', async ({ page, person, shop, openSaved }) => {
  await openSaved('Oak lamp')
  const chairs = Array.from({ length: 12 }, (_, n) => shop.product(`Chair ${n}`))
  await pasteIntoForm(page, chairs.join('\n'))
  await disconnect(page)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  // The dialog was closed by the app. The list is still there.
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(addresses(page)).toHaveCount(12)
  await page.getByRole('button', { name: 'Create 12 links' }).click()
  await expect(page.getByText('12 links are waiting to sync')).toBeVisible()
  await goOnline(page)
  await expect.poll(() => urlsOf(person)).toEqual([shop.product('Oak lamp'), ...chairs].toSorted())
})

test('the list fits at 320 px (WCAG 1.4.4, 1.4.10)', async ({ page, shop, openApp }) => {
  await openApp('/splitlinks')
  await pasteIntoForm(
    page,
    `${shop.product('Oak lamp')}\n${'long-'.repeat(30)}\n${shop.product('B')}`,
  )
  await showNarrow(page)
  const body = page.locator('dialog :has(> form)')
  expect(await body.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  await page.getByRole('button', { name: 'Remove address 2' }).click()
  await page.getByRole('button', { name: 'Create 2 links' }).click()
  await expect(dialog(page, 'Your links are ready')).toBeVisible()
})
