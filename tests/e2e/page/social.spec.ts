import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { SocialLinks } from '#contract/social/social-links.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { expect, test, type Person } from '../support/test.ts'

const addressesOf = async (person: Person) => {
  const answer = await person.send('GET', `${V2}/socialmedialinks/`)
  return ((await answer.json()) as SocialLinks).results.map(({ account_url }) => account_url)
}
const add = (person: Person, account_url: string) =>
  person.send('POST', `${V2}/socialmedialinks/`, { account_url })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, type: string) {
  await button(page, 'Add social media').click()
  await page.getByRole('menuitem', { name: type }).click()
}

test('accounts are added by keyboard (R-321, R-332)', async ({ page, person, openApp }) => {
  await openApp('/profile')
  await button(page, 'Add social media').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Instagram' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Add TikTok')
  await expect(page.getByLabel('Put your handle here')).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the create popup')
  await page.keyboard.type('@ana.example')
  await page.keyboard.press('Enter')
  await expect(button(page, 'TikTok, ana.example, edit')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Add social media')).toBeFocused()

  await choose(page, 'Instagram')
  await page.getByLabel('Put your handle here').fill('http://instagram.com/ana.example?igsh=x')
  await dialog(page).getByRole('button', { name: 'Add Instagram' }).click()
  await expect(button(page, 'Instagram, ana.example, edit')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expectAccessibleInBothThemes(page, 'the icons')
  expect(await addressesOf(person)).toEqual([
    'https://www.tiktok.com/@ana.example',
    'https://www.instagram.com/ana.example',
  ])
})

test('errors show on the field (R-330, R-331)', async ({ page, person, openApp }) => {
  await add(person, 'https://ana.example/')
  await openApp('/profile')
  await choose(page, 'Other')
  const field = page.getByLabel('Paste URL below')
  await field.fill('htps:/ana.example')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('This address doesn’t work. Start with https://')
  await expect(field).toBeFocused()
  await expectAccessibleInBothThemes(page, 'an error on the field')

  await field.fill('https://Ana.example')
  await page.keyboard.press('Enter')
  const message = dialog(page).getByText('You already have this link.')
  await expect(message).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a message')
  await button(page, 'Close message').click()
  await expect(message).toHaveCount(0)
  await expect(field).toHaveValue('https://Ana.example')
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('an account is edited and removed (R-333, R-334)', async ({ page, person, openApp }) => {
  await add(person, 'https://www.youtube.com/@ana-example')
  await add(person, 'https://ana.example/shop')
  await openApp('/profile')
  await button(page, 'YouTube, ana-example, edit').click()
  const field = page.getByLabel('Put your handle here')
  await expect(field).toHaveValue('ana-example')
  await expectAccessibleInBothThemes(page, 'the edit popup')
  await field.fill('ana.shop')
  await button(page, 'Save').last().click()
  await expect(button(page, 'YouTube, ana.shop, edit')).toBeVisible()

  await button(page, 'Other, ana.example/shop, edit').click()
  await button(page, 'Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(button(page, 'Other, ana.example/shop, edit')).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Add social media')).toBeFocused()
  expect(await addressesOf(person)).toEqual(['https://www.youtube.com/@ana.shop'])
})

test('icons are files of this server, kept for a day', async ({ page, person, openApp }) => {
  const answer = await add(person, 'https://www.instagram.com/ana')
  const { icon_url } = (await answer.json()) as { icon_url: string }
  const icon = await person.send('GET', icon_url)
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/svg+xml')
  expect(icon.headers()['cache-control']).toBe('public, max-age=86400')
  expect(icon.headers()['etag']).toBeTruthy()
  await openApp('/profile?social=instagram')
  await expect(dialog(page)).toHaveAccessibleName('Add Instagram')
})

test('the popups fit 320 px with text twice as large', async ({ page, person, openApp }) => {
  await add(person, 'https://www.tiktok.com/@ana.example')
  await openApp('/profile')
  await button(page, 'TikTok, ana.example, edit').click()
  await showNarrow(page)
  const field = page.getByLabel('Put your handle here')
  await expect(field).toHaveValue('ana.example')
  for (const name of ['Remove', 'Save'])
    await expect(dialog(page).getByRole('button', { name })).toBeInViewport()
  await expect.poll(() => overflow(page)).toBe(0)
})
