import { overflow } from '../support/large-text.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, signedIn, submitAccount, test } from '../support/test.ts'

test('a referred user is in the list (R-426, R-031)', async ({ page, browser, openApp }) => {
  await openApp('/refer')
  const own = page.getByRole('region', { name: 'Your link' }).getByRole('link').first()
  const url = (await own.getAttribute('href')) ?? ''
  expect(url).toMatch(/\/r\/[a-z0-9]{8}$/)
  await expect(page.getByText('Nobody joined yet')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'refer')

  const friends = await browser.newContext()
  const friend = await friends.newPage()
  await friend.goto(url)
  await expect(friend.getByText('You were invited.')).toBeVisible()
  expect((await friends.cookies()).map(({ name }) => name)).toEqual(['split_form'])
  await friend.getByRole('link', { name: 'Sign in' }).click()
  await friend.getByRole('link', { name: 'Create account' }).click()
  await submitAccount(friend, 'Create account', {
    email: 'brought@example.com',
    password: 'four unlike words',
  })
  await signedIn(friend)
  await friends.close()

  await page.reload()
  const joined = page.getByRole('list', { name: 'Who joined' })
  await expect(joined.getByRole('listitem')).toHaveCount(1)
  await expect(joined).toContainText('No name yet')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
