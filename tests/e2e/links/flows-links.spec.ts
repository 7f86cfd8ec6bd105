import type { Page } from '@playwright/test'
import { listen } from '../support/heard.ts'
import { linkRow } from '../support/links.ts'
import { expect, signedIn, test } from '../support/test.ts'

const openMenu = (page: Page, name: string) => linkRow(page, name).click({ button: 'right' })

test('a first link (R-092, R-138, R-139, R-165, R-195, R-603)', async ({ page, shop, request }) => {
  await page.goto('/')
  await page
    .getByLabel('Email')
    .fill(`stranger-${Date.now()}-${test.info().project.name.length}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await signedIn(page)

  await page.goto('/splitlinks')
  await page.getByRole('button', { name: 'Paste a link' }).click()
  await page.getByLabel('Product or page address').fill(shop.product('Oak arc lamp'))
  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  const shortUrl = (await page.getByTestId('short-url').getAttribute('href')) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  const redirect = await request.get(shortUrl, {
    maxRedirects: 0,
    headers: {
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    },
  })
  expect(redirect.status()).toBe(302)
  expect(redirect.headers()['location']).toBe(shop.product('Oak arc lamp'))

  await page.reload()
  await expect(page.getByText('Oak arc lamp')).toBeVisible()
  await expect(page.getByText('1 click', { exact: true })).toBeVisible()
})

test('hidden links can be found (R-172, R-184)', async ({ page, addProduct, openWithLink }) => {
  await addProduct('Velvet sofa')
  await openWithLink('Brass pendant')
  await expect(page.getByText('Velvet sofa')).toBeVisible()
  await page.getByRole('searchbox').fill('brass')
  await expect(page.getByText('Velvet sofa')).toHaveCount(0)
  await expect(page.getByText('Brass pendant')).toBeVisible()

  await openMenu(page, 'Brass pendant')
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(page.getByText('Brass pendant')).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Hidden', exact: true }).click()
  await expect(page.getByText('Brass pendant')).toBeVisible()
  await openMenu(page, 'Brass pendant')
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await page.getByRole('button', { name: 'Hidden', exact: true }).click()
  await expect(page.getByText('Brass pendant')).toBeVisible()
  await expect(page.getByText('Velvet sofa')).toBeVisible()
})

test('a clone is a separate link (R-167)', async ({ page, openWithLink }) => {
  const link = await openWithLink('Linen set')
  await openMenu(page, 'Linen set')
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await expect(page.getByText('Linen set')).toHaveCount(2)
  await expect(page.getByText(link.short_code, { exact: true })).toHaveCount(1)
})

test('leaving asks; Cancel keeps the text (R-193, R-194)', async ({ page, openApp }) => {
  await openApp('/rank')
  await page.goto('/rank?create_split_link=1')
  const address = page.getByLabel('Product or page address')
  await expect(address).toBeVisible()
  await address.fill('example.com/unfinished')
  await page.getByRole('button', { name: 'Close' }).click()
  const question = page.getByText('You have unsaved changes. Are you sure you want to leave?')
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(address).toHaveValue('example.com/unfinished')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(address).toHaveCount(0)
  expect(page.url()).not.toContain('create_split_link')
})

test('a refused address shows why (R-129, R-173)', async ({ page, server, openApp }) => {
  await openApp()
  await page.goto(`/?create_split_link=${encodeURIComponent(`${server.origin}/s/loop`)}`)
  const address = page.getByLabel('Product or page address')
  await expect(address).toHaveValue(`${server.origin}/s/loop`)
  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toHaveValue(`${server.origin}/s/loop`)
})

test('an address gets http:// and a final slash (R-198)', async ({ page, person, openApp }) => {
  await openApp()
  await page.goto('/?create_split_link=1')
  await page.getByLabel('Product or page address').fill('shop.invalid')
  await page.getByRole('button', { name: 'Create link', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  const search = await person.send('POST', '/v2/my/links/search/', {})
  const { results } = (await search.json()) as { results: { url: string }[] }
  expect(results.map(({ url }) => url)).toEqual(['http://shop.invalid/'])
})

test('an address on the clipboard is filled in (R-199)', async ({ page, context, openApp }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openApp()
  await page.evaluate(() => navigator.clipboard.writeText('https://example.com/from-the-clipboard'))
  await page.goto('/?create_split_link=1')
  await expect(page.getByLabel('Product or page address')).toHaveValue(
    'https://example.com/from-the-clipboard',
  )
})

test('Copy puts the link on the clipboard (R-185)', async ({ page, context, openWithLink }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await openWithLink('Enamel skillet')
  await expect(linkRow(page, 'Enamel skillet')).toBeVisible()
  const heard = await listen(page)
  await page.getByRole('button', { name: /^Copy link.*Enamel skillet/ }).click()
  await expect.poll(heard.lines).toContain('Link has been copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.split_url)
})

test('after a sign-out the next user finds nothing of the previous one (R-093, R-103, R-107, R-604)', async ({
  page,
  person,
  newPerson,
  signInThroughLogin,
  openWithLink,
}) => {
  await openWithLink('Private lamp')
  await expect(page.getByText('Private lamp')).toBeVisible()
  await page.goto('/logout')
  await page.waitForURL(/multi-connect\/login/)
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    cookies: document.cookie,
    local: JSON.stringify(localStorage) + JSON.stringify(sessionStorage),
  }))
  expect(left.databases.filter((name) => name.includes(person.uuid))).toEqual([])
  expect(left.cookies).not.toContain(person.token)
  expect(left.local).not.toContain(person.token)
  expect((await person.send('GET', '/v1/users/me')).status()).toBe(200)

  const other = await newPerson()
  await signInThroughLogin(page, other, '/splitlinks')
  await expect(page.getByText('Create your first link')).toBeVisible()
  await expect(page.getByText('Private lamp')).toHaveCount(0)
})

test('a used one-time token shows an error (R-053, R-101)', async ({ page, person }) => {
  await page.goto('/?auth_token=used-or-made-up')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in did not work')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  expect(person.token).not.toBe('')
})
