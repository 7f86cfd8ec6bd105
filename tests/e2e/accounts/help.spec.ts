import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('help questions have a search and URLs (R-562, R-032)', async ({ page, server, openApp }) => {
  await server.applyContent(
    'faq:\n  - { key: paid, question: When am I paid?, answer: After the hold., category: Money }\n  - { key: start, question: How do I start?, answer: Paste a link. }\n',
  )
  await openApp('/info')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Money')
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('hold')
  await expect(page.getByText('How do I start?')).toHaveCount(0)
  await page.locator('summary', { hasText: 'When am I paid?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('After the hold.')).toBeVisible()
  await expect(page).toHaveURL(/\/info\?question=paid$/)
  await expectAccessibleInBothThemes(page, 'help')
  await page.goto('/info?question=start')
  await expect(page.getByText('Paste a link.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /@/ })).toBeVisible()
})
