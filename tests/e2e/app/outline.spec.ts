import type { Page } from '@playwright/test'
import { holdScripts, untilParsed } from '../support/held-scripts.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'block' })

/** Returns the left and top position of the text itself, without the padding of its box. */
const textAt = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const { left, top } = text.getBoundingClientRect()
    return [Math.round(left), Math.round(top)]
  })

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left, top, width, height].map(Math.round)
  })

test('list titles are shown before the code loads and stay in place', async ({
  page,
  openWithLink,
}) => {
  await openWithLink('Lamp')
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await untilParsed(page)
  const titles = page.locator('.boot-titles > span')
  await expect(titles).toHaveText(['Links', 'Collections'])
  const early = [
    await textAt(page, '.boot-titles > :first-child'),
    await textAt(page, '.boot-titles > :last-child'),
  ]
  release()
  await expect(page.getByRole('tab', { name: 'Links' })).toBeVisible()
  const late = [
    await textAt(page, '#lists-tab-links'),
    await textAt(page, '#lists-tab-collections'),
  ]
  expect(late).toEqual(early)
})

test('home shows title and field before code loads', async ({ page, addProduct, openApp }) => {
  await addProduct('Lamp')
  await openApp('/')
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await untilParsed(page)
  await expect(page.locator('.boot-word')).toBeVisible()
  const [word, field] = [await textAt(page, '.boot-word'), await boxOf(page, '.boot-paste')]
  const words = await page.locator('.boot-paste').textContent()
  release()
  const input = page.getByRole('textbox', { name: 'Paste a link' })
  await expect(input).toHaveAttribute('placeholder', words?.trim() ?? '')
  expect(await textAt(page, 'header h1 + span')).toEqual(word)
  expect(await boxOf(page, 'form:has(input[inputmode=url])')).toEqual(field)
})

test('other screens start without these titles', async ({ page, openApp }) => {
  await openApp('/profile')
  await holdScripts(page)
  for (const path of ['/profile', '/splitlinks?tab=collections']) {
    await page.goto(path, { waitUntil: 'commit' })
    await untilParsed(page)
    await expect(page.locator('.boot-nav')).toBeVisible()
    await expect(page.locator('.boot-titles, .boot-word, .boot-paste')).toHaveCount(3)
    for (const part of await page.locator('.boot-titles, .boot-word, .boot-paste').all())
      await expect(part).toBeHidden()
  }
})
