import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

type Role = 'dialog' | 'alertdialog'

/** Opener of a dialog, and the role and name of that dialog. */
type Way = { opener: Locator; role?: Role; name: string | RegExp }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/**
 * Opens the dialog with Enter and checks that the focus moves into it and stays there while
 * tabbing, that axe finds nothing in both themes, and that Escape closes it and returns the focus
 * to the opener.
 */
async function holds(page: Page, { opener, role = 'dialog', name }: Way): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole(role, { name })
  await expect(dialog).toBeVisible()
  await expect.poll(() => focusIsIn(dialog)).toBe(true)
  const stops = await dialog.locator('button, a[href], input, select, textarea').count()
  const places: string[] = []
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press('Tab')
    places.push((await focusIsIn(dialog)) ? 'inside' : await whereFocusIs(page))
  }
  expect(places).toContain('inside')
  // After the last control, Tab moves to the browser's own toolbar. The page then reports BODY.
  expect(places.filter((place) => place !== 'inside' && place !== 'BODY')).toEqual([])
  await expectAccessibleInBothThemes(page, String(name))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

const focusIsIn = (dialog: Locator) =>
  dialog.evaluate((element) => element.contains(document.activeElement))
const whereFocusIs = (page: Page) =>
  page.evaluate(() => {
    const { activeElement, body } = document
    return activeElement === null || activeElement === body
      ? 'BODY'
      : activeElement.outerHTML.slice(0, 80)
  })

test('settings dialogs work by keyboard (WCAG 2.1.1, 2.4.3)', async ({ page, openApp }) => {
  await openApp('/settings')
  await holds(page, {
    opener: button(page, /^How you use Split/),
    name: 'How will you use Split?',
  })
  const saved = { opener: button(page, /^Saved on this device/), name: 'Saved on this device' }
  await holds(page, saved)
  await saved.opener.press('Enter')
  await holds(page, {
    opener: button(page, 'Remove from this device'),
    role: 'alertdialog',
    name: /^Remove everything saved/,
  })
})

test('account dialogs work by keyboard, in both themes', async ({ page, person, openApp }) => {
  await openApp('/settings/accountinfo')
  await holds(page, { opener: button(page, /^Password/), name: 'Change password' })
  // The list has a second device: the one that created the account.
  await holds(page, {
    opener: button(page, /^Sign out /),
    role: 'alertdialog',
    name: /^Sign out .*\?$/,
  })
  await page.getByRole('link', { name: 'Delete account' }).press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Type DELETE').fill('DELETE')
  await holds(page, {
    opener: button(page, 'Delete account'),
    role: 'alertdialog',
    name: `Delete ${person.email}?`,
  })
})

test('the referral code dialog works by keyboard, both themes', async ({ page, openApp }) => {
  await openApp('/refer')
  await holds(page, { opener: button(page, 'Choose your own code'), name: 'Your own code' })
})
