import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { Collection } from '#contract/collections.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { addCollection } from '../support/collections.ts'
import { pressByKeys } from '../support/keys.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { chooseForRow, linkRow, named, readLink } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

async function rename(page: Page, from: string, to: string) {
  await named(page, from)
  await chooseForRow(page, from, 'Edit')
  await page.getByLabel('Name').fill(to)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Restores the oldest version in the open history, with the keyboard. */
async function restoreOldest(page: Page, what: string, texts: string[]) {
  const history = page.getByRole('dialog', { name: 'History' })
  const entries = history.getByRole('listitem')
  await expect(entries).toHaveCount(3)
  for (const [index, text] of texts.entries()) await expect(entries.nth(index)).toContainText(text)
  await expectAccessibleInBothThemes(page, `history of a ${what}`)
  await history
    .getByRole('button', { name: /^Restore/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await expect(question.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expectAccessibleInBothThemes(page, `question before a ${what} is restored`)
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(entries).toHaveCount(4)
  await expect(entries.first()).toContainText('Restored the version of')
  return history
}

test('changes of a link on two devices are listed, and the first version is restored', async ({
  page,
  browser,
  person,
  signIn,
  addProduct,
  openApp,
}) => {
  // Three screens are opened on two devices.
  test.slow()
  const link = await addProduct('Oak lamp')
  await openApp('/splitlinks')
  await rename(page, 'Oak lamp', 'Desk lamp')
  const other = await browser.newPage()
  await signIn(other, person, '/splitlinks')
  await rename(other, 'Desk lamp', 'Floor lamp')

  await page.reload()
  await named(page, 'Floor lamp')
  await chooseForRow(page, 'Floor lamp', 'Edit')
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: /^History/ }).click()
  const texts = ['Desk lampFloor lamp', 'Oak lampDesk lamp', 'Created']
  const history = await restoreOldest(page, 'link', texts)
  expect((await readLink(person, link)).name).toBe('Oak lamp')
  await showNarrow(page)
  expect(await overflow(page)).toBe(0)
  expect(await history.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await history.getByRole('button', { name: 'Close' }).click()
  await other.reload()
  await expect(linkRow(other, 'Oak lamp')).toBeVisible()
})

test('changes of a page on two devices are listed, and the first version is restored', async ({
  page,
  person,
  openApp,
}) => {
  const slug = `h-${person.uuid.slice(0, 8)}`
  const made = await person.send('POST', `${V2}/pages/`, { slug, title: 'Ana Example' })
  const { id } = (await made.json()) as CreatorPage
  await openApp('/splitpage-home')
  await page.getByRole('button', { name: 'Page settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Page settings' })
  await settings.getByRole('radio', { name: 'Green', exact: true }).check()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The other device.
  await person.send('PATCH', `${V2}/pages/${id}/`, { title: 'Ana Moss', theme: 'sand' })

  await page.reload()
  await page.getByRole('button', { name: 'Page settings' }).click()
  await page.getByRole('button', { name: /^History/ }).click()
  const texts = ['Ana ExampleAna Moss', 'InkGreen', 'Created']
  await restoreOldest(page, 'page', texts)
  const restored = await (await person.send('GET', `${V2}/pages/page/`)).json()
  expect(restored).toMatchObject({ title: 'Ana Example', theme: 'auto', accent: 'ink' })
})

test('changes of a collection are listed, and its first version is restored by keyboard', async ({
  page,
  person,
  addProduct,
  openApp,
}) => {
  const collection = await addCollection(person, 'Small things', [await addProduct('Oak lamp')])
  const own = `${V2}/collections/regular/${collection.uuid}/`
  await person.send('PATCH', own, { name: 'Lamps' })
  await openApp(`/splitpage/collection/${collection.uuid}`)
  await pressByKeys(page, page.getByRole('button', { name: 'More for this collection' }))
  const item = page.getByRole('menuitem', { name: 'History' })
  await item.focus()
  await page.keyboard.press('Enter')
  const history = await restoreOldest(page, 'collection', [
    'Small thingsLamps',
    'Oak lamp',
    'Created',
  ])
  const restored = (await (await person.send('GET', own)).json()) as Collection
  expect(restored).toMatchObject({ name: 'Small things', link_count: 0 })
  await showNarrow(page)
  expect(await overflow(page)).toBe(0)
  expect(await history.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await history.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Small things' })).toBeVisible()
})
