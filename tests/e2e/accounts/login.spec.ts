import { overflow } from '../support/large-text.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, signedIn, submitAccount, test } from '../support/test.ts'

const LOGIN = '/multi-connect/login'

test('the button shows and hides the password (R-104)', async ({ page }) => {
  await page.goto(LOGIN)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('four unlike words')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
})

test('a shown password is sent; the email stays after an error (R-104)', async ({ page }) => {
  await page.goto(LOGIN)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('four unlike words')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText("This email and password don't match.")
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('signing in returns to the requested page (R-096)', async ({ page, person }) => {
  await page.goto('/rank')
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await submitAccount(page, 'Sign in', person)
  await signedIn(page)
  await expect(page).toHaveURL(/\/rank$/)
})

test('without a script everything works but the toggle (R-092)', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  await page.goto(LOGIN)
  await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden()
  await page.getByRole('link', { name: 'Create account' }).click()
  await submitAccount(page, 'Create account', {
    email: 'without-script@example.com',
    password: 'four unlike words',
  })
  await expect(page).toHaveURL(/\/\?auth_token=/)
  await context.close()
})

test('login pages are accessible and fit 320 px', async ({ page }) => {
  for (const path of ['login', 'signup', 'forgot-password', 'set-password?key=none']) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/multi-connect/${path}`)
    await expectAccessibleInBothThemes(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the picture beside the form has text colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/multi-connect/signup')
    const panel = page.locator('.panel')
    await expect(panel).toBeVisible()
    const colour = await panel.evaluate((one) => getComputedStyle(one).color)
    await expect(panel.locator('.picture-long')).toHaveCSS('fill', colour)
  })
}
