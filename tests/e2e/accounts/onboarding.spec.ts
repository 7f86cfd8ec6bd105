import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/connecting.ts'
import { showNarrow } from '../support/large-text.ts'
import { goOffline, goOnline } from '../support/offline.ts'
import { covered } from '../support/reach.ts'
import { signedIn, submitAccount } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

// User agent of a desktop browser, which can install the extension.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

const CONTENT = `
categories: [Home, Beauty, Books]
onboarding:
  chromeExtension: { url: "https://store.example/split" }
  earningsInfo: { basis: "Payouts of this site in 2026." }
bonus: true
bonus_paid_by: Sample Ltd
`

const step = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const next = (page: Page) => button(page, 'Next')
const at = (page: Page) => new URL(page.url()).searchParams.get('onboarding')

/**
 * Checks with axe in both themes. Then, at 320 px and 200% text size, checks that nothing is wider
 * than the window, that no word is cut off, that each control can be scrolled into reach, and that
 * axe finds nothing.
 */
async function looksRight(page: Page, where: string) {
  await expectAccessibleInBothThemes(page, where)
  await showNarrow(page)
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('dialog *')]
      .filter(({ tagName }) => !/^(svg|path|rect|ellipse|circle)$/.test(tagName))
      .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  )
  const large = `${where}, large text`
  expect(tooWide, large).toEqual([])
  await expect.poll(() => cutWords(page), { message: large }).toEqual([])
  const place = (await page.getByRole('dialog').count()) > 0 ? 'dialog[open]' : 'main'
  expect(await covered(page, place), large).toEqual([])
  await expectAccessible(page, large)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width: 390, height: 844 })
}

async function signUp(page: Page) {
  await page.goto('/')
  await submitAccount(page, 'Create account', {
    email: `new-${Date.now()}@example.com`,
    password: 'correct horse battery',
  })
  await signedIn(page)
}

test('a new user completes the first steps, and home shows what to try next (R-056, R-086, R-478, R-482, R-483, R-491, R-492, R-493, R-500, R-504, R-505, R-506)', async ({
  page,
  server,
}) => {
  test.slow()
  await server.applyContent(CONTENT)
  await signUp(page)

  // The dialog to create a link comes before the onboarding.
  await page.goto('/?create_split_link=1')
  await expect(page.getByLabel('Product or page address')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(step(page, 'Welcome to Split')).toBeVisible()
  await looksRight(page, 'the first words')
  await next(page).press('Enter')
  await expect(step(page, 'Works offline')).toBeVisible()
  await button(page, 'Set up').click()

  await expect(step(page, 'How will you use Split?')).toBeVisible()
  expect(at(page)).toBe('profileMode')
  await looksRight(page, 'the mode')
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
  const creator = page.getByRole('button', { name: /^Creator/ })
  await creator.focus()
  await page.keyboard.press('Space')
  await expect(creator).toHaveAttribute('aria-pressed', 'true')
  await looksRight(page, 'a mode chosen')
  await page.keyboard.press('Space')
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(step(page, 'How will you use Split?')).toBeVisible()
  await page.getByRole('button', { name: /^Creator/ }).click()

  // Offline, nothing is sent and the selection stays.
  await goOffline(page)
  await next(page).click()
  await expect(page.getByText('You’re offline. Nothing was sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Creator/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await goOnline(page)
  await expect(page.getByText('Offline.', { exact: true })).toHaveCount(0)
  await next(page).click()
  await expect(step(page, 'Connect Instagram')).toBeVisible()

  expect(at(page)).toBe('instagram')
  await looksRight(page, 'Instagram')
  await expect(button(page, 'Skip')).toBeVisible()
  await button(page, 'Connect Instagram').click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await step(page, 'Instagram is connected').getByRole('button', { name: 'Done' }).click()
  await expect(step(page, 'Connect Instagram')).toContainText('ana.example')
  await looksRight(page, 'Instagram, connected')
  await next(page).click()

  await expect(step(page, 'Your public profile')).toBeVisible()
  await expect(button(page, 'Finish')).toHaveAttribute('aria-disabled', 'true')
  await looksRight(page, 'the profile')
  await page.goBack()
  await expect(step(page, 'Connect Instagram')).toBeVisible()
  await next(page).click()
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Contact email').fill('ana@ana.example')
  await button(page, 'Finish').click()

  await expect(step(page, 'What are you into?')).toBeVisible()
  await looksRight(page, 'categories')
  await button(page, 'Home').click()
  await next(page).click()

  await expect(step(page, 'Split in Chrome')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get the extension' })).toHaveAttribute(
    'href',
    'https://store.example/split',
  )
  await looksRight(page, 'the extension')
  await button(page, 'Back').click()
  await expect(step(page, 'What are you into?')).toBeVisible()
  await expect(button(page, 'Home')).toHaveAttribute('aria-pressed', 'true')
  await next(page).click()
  await expect(step(page, 'Split in Chrome')).toBeVisible()
  await next(page).click()

  await expect(step(page, 'Know when something happens')).toBeVisible()
  await looksRight(page, 'notifications')
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  await page.reload()
  await expect(step(page, 'Know when something happens')).toContainText('This browser blocks')
  await looksRight(page, 'notifications, blocked')
  await next(page).click()

  await expect(step(page, 'How you earn')).toContainText('Payouts are about 3x higher.')
  await expect(step(page, 'How you earn')).toContainText('Payouts of this site in 2026.')
  await looksRight(page, 'earnings')
  await next(page).click()

  await expect(step(page, 'A bonus on top').getByRole('row')).toHaveText([
    'SalesBonus',
    '$100$10',
    '$1,000$100',
    '$10,000$1,000',
    '$100,000$10,000',
  ])
  await looksRight(page, 'the bonus')
  await next(page).click()

  await expect(step(page, 'You’re ready')).toBeVisible()
  await looksRight(page, 'the summary')
  await button(page, 'Done').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(at(page)).toBeNull()

  const tasks = page.getByRole('region', { name: 'To try next' })
  await expect(tasks.getByRole('listitem')).toHaveCount(3)
  await looksRight(page, 'what to try next')
  await page.reload()
  await expect(tasks.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(page, 'Close suggestions').click()
  await expect(tasks).toHaveCount(0)

  // A single step can be opened again from the settings.
  await page.goto('/settings')
  await page.getByRole('button', { name: /^How you use Split/ }).click()
  await expect(step(page, 'How will you use Split?')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Creator/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await looksRight(page, 'the mode by itself')
  await page.getByRole('button', { name: /^Shopper/ }).click()
  await next(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/settings')
})
