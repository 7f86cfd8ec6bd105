import { expect, test } from '../support/test.ts'

test('after another user signs in, no settings or rows of the previous one are left (R-103, R-604)', async ({
  page,
  context,
  person,
  newPerson,
  signIn,
  openWithLink,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await openWithLink('Private lamp')
  const row = page.getByRole('button', { name: 'Private lamp', exact: true })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(page.getByRole('button', { name: 'Widen menu' })).toBeVisible()

  const other = await newPerson()
  await signIn(page, other, '/splitlinks')
  // Another account signs in only after a confirmation.
  await page.getByRole('button', { name: /^Sign in as / }).click()
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  await expect(row).toHaveCount(0)
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => name.startsWith('ui_'))).toEqual([])
  const databasesOf = ({ uuid }: typeof other) =>
    page.evaluate(async (part) => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      return names.filter((name) => name.includes(part))
    }, uuid)
  // The database of the new user is created after the first screen is shown.
  await expect.poll(() => databasesOf(other)).not.toEqual([])
  expect(await databasesOf(person)).toEqual([])
})
