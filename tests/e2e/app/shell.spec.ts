import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { doubleText, overflow } from '../support/large-text.ts'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test('every URL has a title and one heading (R-057)', async ({ page, openApp }) => {
  test.slow()
  await openApp()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.locator('h1'), path).toHaveCount(1)
    expect(new URL(page.url()).pathname, path).toBe(path)
    expect(await page.title(), path).not.toBe('')
    const support = page.getByRole('button', { name: 'Chat with support' })
    await expect(support, path).toHaveCount(path === '/info' ? 1 : 0)
  }
  expect(problems).toEqual([])
})

test('redirects arrive, Back does not loop (R-005, R-006, R-007)', async ({ page, openApp }) => {
  await openApp()
  for (const [from, to] of [
    ['/redeem', '/wallet/my-requests'],
    ['/wallet', '/wallet/my-requests'],
    ['/offers', '/splitlinks'],
  ] as const) {
    await page.goto('/rank')
    await page.goto(from)
    await expect(page).toHaveURL(to)
    await page.goBack()
    await expect(page).toHaveURL('/rank')
  }
})

test('unknown paths fall back to the home screen (R-002)', async ({ page, openApp }) => {
  await openApp()
  for (const path of ['/no-such-page', '/a/b/c']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
})

test('signed out, screens show login (R-001, R-052, R-096)', async ({ page, server, openApp }) => {
  await page.goto('/wallet/gift-cards')
  await page.waitForURL(/\/multi-connect\/login/)
  const success = new URL(page.url()).searchParams.get('success')
  expect(success).toBe(`${server.origin}/wallet/gift-cards`)
  await openApp('/wallet/gift-cards')
  await expect(page).toHaveURL('/wallet/gift-cards')
})

test('the layout changes (R-058, R-059, R-080, R-088, R-024, R-025)', async ({ page, openApp }) => {
  await openApp()
  await page.setViewportSize({ width: 992, height: 800 })
  const tabs = page.getByRole('navigation').getByRole('link')
  await expect(page.getByRole('button', { name: 'Create a link' })).toHaveCount(0)
  await expect(tabs).toHaveText(['Discover', 'Page', 'Links', 'Partners', 'More'])
  await page.goto('/more')
  await expect(page).toHaveURL('/more')
  await page.setViewportSize({ width: 993, height: 800 })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeVisible()
  await expect(page.getByText('2.0.6')).toBeVisible()
})

test('axe finds nothing on any screen', async ({ page, addProduct, openApp }) => {
  test.slow()
  await page.goto('/')
  await page.waitForURL(/multi-connect/)
  await expectAccessibleInBothThemes(page, 'login')
  await addProduct('Floor lamp')
  await openApp()
  for (const path of ['/', '/splitlinks', '/more', '/settings', '/secret-settings', '/rank']) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      if (path === '/more' && width > 992) continue
      await page.goto(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expectAccessibleInBothThemes(page, `${path} at ${width}`)
    }
  }
})

test('no sideways scroll at 320 px and 200 % text', async ({ page, addProduct, openApp }) => {
  await addProduct('A lamp with a rather long name for a small screen')
  await openApp()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/splitlinks', '/more', '/settings', '/rank']) {
    await page.goto(path)
    await expect(page.locator('h1')).toHaveCount(1)
    await doubleText(page)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})
