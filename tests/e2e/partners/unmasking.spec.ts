import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import type { RunningServer } from '../support/running-server.ts'
import { settled } from '../support/settled.ts'
import { expect, signedIn, submitAccount, test } from '../support/test.ts'

const brand = (key: string, name: string) => `
  - key: ${key}
    name: ${name}
    website: https://${key}.example
    stores: [${key}.example]
    rate: 12.5
    creator_share: 80
    hold_days: 14
    postback_key: a-key-of-${key}-in-this-test
`
const CONTENT = `brands:${brand('sample-kitchen', 'Sample Kitchen')}${brand('example-lights', 'Example Lights')}`

/**
 * Creates two brands and returns the referral address of the first and the referral query of the
 * second.
 */
async function brandLinks(server: RunningServer) {
  await server.applyContent(CONTENT)
  const kitchen = await server.operator('brand-referral', 'sample-kitchen')
  const lights = await server.operator('brand-referral', 'example-lights')
  return { kitchen: kitchen.trim(), lights: new URL(lights.trim()).search }
}

const popup = (page: Page, name = 'Sample Kitchen') =>
  page.getByRole('dialog', { name: `${name} wants to know who you are` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/**
 * Checks with axe in both themes, and checks that nothing is wider than a window of 320 px, with
 * normal and 200% text size.
 */
async function looksRight(page: Page, where: string) {
  await expectAccessibleInBothThemes(page, where)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const size of ['', '200%']) {
    await page.evaluate((text) => (document.documentElement.style.fontSize = text), size)
    const tooWide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('dialog[open] *, main *')]
          .filter(({ tagName }) => !/^(svg|path)$/.test(tagName))
          // Tabs that do not fit can be scrolled to.
          .filter((part) => !part.closest('[role="tablist"]'))
          .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      )
    await expect.poll(tooWide, { message: `${where}, text ${size}` }).toEqual([])
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width: 390, height: 844 })
}

test('a brand’s link brings a creator who decides what the brand sees, and changes it later (R-017, R-018, R-054, R-063, R-459, R-554, R-555, R-556, R-557, R-558, R-559)', async ({
  page,
  server,
}) => {
  // This test opens the app ten times and runs axe on five screens.
  test.slow()
  const { kitchen, lights } = await brandLinks(server)

  // The visitor creates an account. Its onboarding comes before the invitation.
  await page.goto(kitchen)
  await submitAccount(page, 'Create account', {
    email: `asked-${Date.now()}@example.com`,
    password: 'correct horse battery',
  })
  await signedIn(page)
  const welcome = page.getByRole('dialog', { name: 'Welcome to Split' })
  await welcome.getByRole('button', { name: 'Close' }).click()
  await expect(welcome).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await expect(popup(page)).toBeVisible()
  await expect(popup(page).getByText(/^P-/)).toBeVisible()
  await looksRight(page, 'invitation')

  // Escape means "not now". The invitation appears again only when the brand's link is opened
  // again.
  await page.keyboard.press('Escape')
  await expect(popup(page)).toBeHidden()
  const facts = page.waitForResponse(/\/v2\/my\/facts\//)
  await page.reload()
  await (await facts).finished()
  await settled(page)
  await expect(popup(page)).toBeHidden()
  await page.goto(`/splitlinks${new URL(kitchen).search}`)
  await button(page, 'Accept').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Sample Kitchen sees your name once/)).toBeVisible()
  await expect(popup(page)).toBeHidden()

  await page.getByRole('link', { name: 'Partners', exact: true }).click()
  await expect(page).toHaveURL('/partners')
  await expect(page.getByRole('tab', { name: 'Connections', selected: true })).toBeVisible()
  await page.goto('/partners/connections')
  const row = page.getByRole('listitem').filter({ hasText: 'Sample Kitchen' })
  await expect(row.getByText(/^Since /)).toBeVisible()
  await looksRight(page, 'connections')
  await button(page, 'More for Sample Kitchen').click()
  await page.getByRole('menuitem', { name: 'Remove connection' }).click()
  await expect(page.getByText('From now on they see a partner number again.')).toBeVisible()
  await looksRight(page, 'question')
  await button(page, 'Remove connection').click()
  await expect(page.getByText('No invitations yet')).toBeVisible()
  await looksRight(page, 'no connections')

  // The setting accepts new invitations at once, except from brands that the user removed.
  await page.getByRole('link', { name: /Accept new ones automatically/ }).click()
  await expect(page).toHaveURL('/settings/accountinfo#invitations-settings')
  const setting = page.getByRole('switch', { name: 'Accept new ones automatically' })
  await expect(setting).toBeInViewport()
  await setting.click()
  await expect(setting).toBeChecked()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('[aria-busy="true"]')))
    .toBeNull()
  await page.reload()
  await expect(setting).toBeChecked()
  await page.goto(`/splitlinks${lights}`)
  await expect(page.getByText('Accepted invitation form Example Lights')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await page.goto(`/splitlinks${new URL(kitchen).search}`)
  await expect(popup(page)).toBeVisible()
  // The popup does not open on screens where the invitation can be answered anyway. It opens on the
  // next screen.
  for (const elsewhere of ['/settings', '/settings/notifications-settings', '/partners']) {
    const known = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' && answer.url().endsWith('/unmasking/invitations/'),
    )
    await page.goto(elsewhere + new URL(kitchen).search)
    await (await known).finished()
    await settled(page)
    await expect(popup(page)).toBeHidden()
    await page.getByRole('link', { name: 'Links', exact: true }).click()
    await expect(popup(page)).toBeVisible()
  }
  await button(page, 'Don’t ask again').click()
  await expect(popup(page)).toBeHidden()
  const dismissed = (await page.context().cookies()).find(({ value }) => value === 'dismissed')
  expect(dismissed?.name).toMatch(/^invitation_\d+$/)
  const asked = page.waitForResponse(/unmasking\/invitations\/\?status=pending/)
  await page.goto(`/splitlinks${new URL(kitchen).search}`)
  await asked
  await expect(page.getByRole('heading', { name: 'Links' }).first()).toBeVisible()
  await expect(popup(page)).toBeHidden()

  // The invitation is still in the list of connections.
  await page.goto('/partners/connections')
  await expect(page.getByRole('heading', { name: '1 invitation' })).toBeVisible()
  await looksRight(page, 'invitation in the list')
  await button(page, 'Ignore Sample Kitchen').click()
  await expect(button(page, 'Ignored invitations 1')).toBeVisible()
  await expect(page.getByText('Example Lights')).toBeVisible()
})
