import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import { expect, test } from '../support/test.ts'

/** Returns the distances between the sheet of the open dialog and the edges of the window. */
async function gaps(page: Page) {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  )
  const panel = await dialog.locator('> *').first().boundingBox()
  const window = page.viewportSize()
  if (!panel || !window) throw new Error('no dialog')
  const right = window.width - panel.x - panel.width
  const bottom = window.height - panel.y - panel.height
  return { left: panel.x, right, top: panel.y, bottom }
}

test('a modal fills 768 px and is centred from 769 px (R-089)', async ({ page, openApp }) => {
  await openApp()
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/?create_split_link=1')
  expect(await gaps(page)).toMatchObject({ left: 0, right: 0, bottom: 0 })
  await page.setViewportSize({ width: 769, height: 900 })
  const { left, right, top, bottom } = await gaps(page)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeCloseTo(right, 0)
  expect(bottom).toBeGreaterThan(0)
  expect(top).toBeCloseTo(bottom, 0)
})

/** Returns true if a tap on the middle of the bottom bar would reach it. */
const barIsTouched = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).evaluate((bar) => {
    const { x, y, width, height } = bar.getBoundingClientRect()
    return bar.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test('an open modal makes the phone bar inert (R-085)', async ({ page, openApp }) => {
  await openApp()
  expect(await barIsTouched(page)).toBe(true)
  await page.goto('/?create_split_link=1')
  await gaps(page)
  expect(await barIsTouched(page)).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await barIsTouched(page)).toBe(true)
})

test('new page steps have a top bar, no menu (R-077, R-082)', async ({ page, openApp }) => {
  await openApp('/rank')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/rank')
    await expect(nav).toHaveCount(1)
    await page.goto('/creator-step-splitpages')
    await expect(page.getByLabel('Page name')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Split home' })).toHaveCount(1)
    await expect(nav).toHaveCount(0)
  }
})

test('the photo editor is a modal or full screen (R-264)', async ({ page, person, openApp }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const slug = `p-${person.uuid.slice(0, 8)}`
  await person.send('POST', `${V2}/pages/`, { slug, title: 'Ana Example' })
  await openApp('/profile')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  const modal = await gaps(page)
  expect(Math.min(modal.left, modal.right, modal.top, modal.bottom)).toBeGreaterThan(0)
  await page.goto('/splitpage')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  expect(await gaps(page)).toEqual({ left: 0, right: 0, top: 0, bottom: 0 })
})
