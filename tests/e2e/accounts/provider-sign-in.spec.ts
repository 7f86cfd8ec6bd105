import { expect, test, type Page } from '@playwright/test'
import { OIDC_CLIENT, startOidcProvider } from '../../support/server/hosts/oidc-provider.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { disconnect, goOnline } from '../support/offline.ts'
import { RunningServer } from '../support/running-server.ts'
import { signedIn } from '../support/test.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Checks a page at both sizes and in both themes. */
async function look(page: Page, where: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, `${where} ${size.width}`)
  }
}

test('a user creates an account with the provider and signs in with it again', async ({
  browser,
}) => {
  const server = await RunningServer.start()
  const provider = await startOidcProvider([`${server.origin}/multi-connect/oidc/callback`])
  provider.people.set('ana', { email: 'ana@work.example', email_verified: true })
  await server.down()
  await server.up({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_NAME: 'Example Inc',
  })
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()

  await page.goto('/multi-connect/login')
  await look(page, 'sign-in with a provider')
  await disconnect(page)
  await button(page, 'Sign in with Example Inc').click()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await goOnline(page)
  await button(page, 'Sign in with Example Inc').click()
  await page.locator('input[name="login"]').fill('ana')
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ana@work.example')
  await look(page, 'new account with a provider')
  await button(page, 'Create account').click()
  await signedIn(page)

  await page.goto('/settings/accountinfo')
  await expect(page.getByText('ana@work.example, since')).toBeVisible()
  await look(page, 'account with a provider')
  await page.getByRole('button', { name: /^Connected/ }).click()
  await expect(button(page, 'Confirm with Example Inc')).toBeVisible()
  await look(page, 'disconnect a provider')
  await button(page, 'Confirm with Example Inc').click()
  await page.locator('input[name="login"]').fill('ana')
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await expect(page.getByText('Confirmed.')).toBeVisible()
  await button(page, 'Disconnect').click()
  await expect(page.getByText('Set a password or add a passkey first')).toBeVisible()

  await context.close()
  await provider.stop()
  await server.remove()
})
