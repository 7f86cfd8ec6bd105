import { expect, signedIn, test } from '../support/test.ts'
import { expectAccessible } from '../support/axe.ts'

// The worker's other tests use the same server, so maintenance mode must be off again.
test.afterEach(async ({ server }) => void (await server.operator('maintenance', 'off')))

test('maintenance over a copy is one line', async ({ page, server, openWithLink }) => {
  await openWithLink('Kept lamp')
  await expect(page.getByText('Kept lamp')).toBeVisible()
  const detail = ['--detail', 'We move to a larger house']
  await server.operator('maintenance', 'on', '--retry-after', '600', ...detail)
  await page.clock.install()
  await page.goto('/splitlinks')
  await expect(page.getByText('Kept lamp')).toBeVisible()
  const line = page.getByText(/We move to a larger house\. Back at: .* These are from/)
  await expect(line).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  // Maintenance ends early, and the line disappears without any user action.
  await server.operator('maintenance', 'off')
  await page.clock.fastForward(70_000)
  await expect(line).toHaveCount(0)
})

test('the login page survives maintenance', async ({ page, person, server }) => {
  await page.goto('/rank')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await server.operator('maintenance', 'on', '--retry-after', '600', '--detail', 'We move.')
  await page.clock.install()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^We move\. Back at: .*\d:\d\d [AP]M$/)).toBeVisible()
  await expectAccessible(page, 'login paused')

  await server.operator('maintenance', 'off')
  await page.clock.fastForward(700_000)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signedIn(page)
  await expect(page).toHaveURL(/\/rank$/)
})
