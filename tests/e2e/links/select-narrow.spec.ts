import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { doubleText, overflow } from '../support/large-text.ts'
import { covered } from '../support/reach.ts'
import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

const NAMES = ['Oak lamp', 'Velvet sofa', 'Brass pendant']
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected links' })

/** Returns all words that are cut off, except those in the scrollable row of filter chips. */
const cutOff = async (page: Page) =>
  (await cutWords(page)).filter((word) => !/^(Newest|Select|Hidden|Collection|Tag),/.test(word))

/**
 * Checks that no text is cut off, that no control is covered and that the page does not scroll
 * sideways.
 */
async function expectWhole(page: Page, where: string) {
  await expect.poll(() => cutOff(page), { message: where }).toEqual([])
  expect(await covered(page, 'main'), where).toEqual([])
  expect(await covered(page, '[role="toolbar"]'), where).toEqual([])
  expect(await overflow(page), where).toBeLessThanOrEqual(0)
}

test('keys select links at 320 px (WCAG 1.4.10, 2.4.11)', async ({ page, addProduct, openApp }) => {
  for (const name of NAMES) await addProduct(name)
  await page.setViewportSize({ width: 320, height: 640 })
  await openApp('/splitlinks')
  for (const name of NAMES) await expect(page.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter')
  await expect(bar(page)).toContainText('Select links')
  await expectWhole(page, 'nothing selected yet')

  await page.getByRole('checkbox', { name: 'Select Velvet sofa' }).press('Space')
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await expectWhole(page, 'one selected')
  await expectAccessibleInBothThemes(page, 'one selected')
  await bar(page).getByRole('button', { name: 'Select all 3' }).press('Enter')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('the bar covers no row (WCAG 1.4.4, 2.4.11)', async ({ page, addProduct, openApp }) => {
  for (const name of [...NAMES, 'Pine shelf', 'Wool rug']) await addProduct(name)
  await page.setViewportSize({ width: 320, height: 640 })
  await openApp('/splitlinks')
  await expect(page.getByText('Oak lamp')).toBeVisible()
  await doubleText(page)
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter')
  const boxes = page.getByRole('checkbox')
  await boxes.first().press('Space')
  // The toolbar shows all its actions and wraps to as many lines as needed.
  await expect(bar(page).getByRole('button', { name: 'Copy all' })).toBeVisible()
  await expect.poll(() => covered(page, 'main')).toEqual([])
  await bar(page).getByRole('button', { name: 'Copy all' }).focus()
  await page.evaluate(() => scrollTo(0, 0))
  for (const box of await boxes.all()) {
    await box.focus()
    await expect.poll(() => isUncovered(box)).toBe(true)
  }
})

/** Returns true if no other element covers the centre of the checkbox. */
const isUncovered = (box: Locator) =>
  box.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one
  })
