import type { Page } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import { connectAssistant } from '#support/server/mcp.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const DEVELOPERS = '/settings/developers'
const INSECURE = { [oauth.allowInsecureRequests]: true }

/** Discovers the server and registers an app that runs on this computer. */
async function registerApp(origin: string, name: string) {
  const issuer = new URL(origin)
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE }),
  )
  const redirectUri = 'http://127.0.0.1/callback'
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: name, redirect_uris: [redirectUri] },
      INSECURE,
    ),
  )
  return { as, client, redirectUri: 'http://127.0.0.1:9/callback' }
}
type App = Awaited<ReturnType<typeof registerApp>>

/** Returns the address that the app opens, and what it needs afterwards. */
async function startSignIn({ as, client, redirectUri }: App) {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'links:read links:write analytics:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString()
  return { url, verifier, state }
}

/** Answers the app's address and returns where the browser was sent. */
async function catchCallback(page: Page) {
  const callbacks: string[] = []
  await page.route('http://127.0.0.1:9/**', async (route) => {
    callbacks.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>Back in the app</title>' })
  })
  return callbacks
}

test('an app is allowed by keyboard', async ({ page, person, server, shop, signIn, request }) => {
  const app = await registerApp(server.origin, 'Sample Assistant')
  const { url, verifier, state } = await startSignIn(app)
  const callbacks = await catchCallback(page)
  await signIn(page, person, url.pathname + url.search)
  await expect(page.getByText('Let Sample Assistant use your account?')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('127.0.0.1:9 (this computer)')
  await expect(main).toContainText(person.email)
  await expect(main.getByRole('listitem')).toHaveText([
    'Read links and collections',
    'Create and edit links',
    'Read clicks',
  ])
  await expectAccessibleInBothThemes(page, 'consent')
  await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter')
  await expect(page).toHaveTitle('Back in the app')

  const params = oauth.validateAuthResponse(app.as, app.client, new URL(callbacks[0] ?? ''), state)
  const tokens = await oauth.processAuthorizationCodeResponse(
    app.as,
    app.client,
    await oauth.authorizationCodeGrantRequest(
      app.as,
      app.client,
      oauth.None(),
      params,
      app.redirectUri,
      verifier,
      INSECURE,
    ),
  )
  const createLink = () =>
    request.post(`${server.origin}/v2/my/links/`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
      data: { url: shop.product('Oak lamp') },
    })
  expect((await createLink()).status()).toBe(201)

  await page.goto(DEVELOPERS)
  const row = page.getByRole('button', { name: /^Sample Assistant/ })
  await expect(row).toContainText('Edits links. Reads clicks.')
  await expectAccessibleInBothThemes(page, 'developers with an app')
  await row.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sample Assistant' })).toContainText('Used today')
  await expectAccessibleInBothThemes(page, 'one app')
  await page.getByRole('button', { name: 'Disconnect' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(page.getByText('Sample Assistant is disconnected.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await createLink()).status()).toBe(401)
})

test('an app’s request survives sign-in; refusals are told', async ({ page, person, server }) => {
  const app = await registerApp(server.origin, 'Sample Assistant')
  const { url } = await startSignIn(app)
  const callbacks = await catchCallback(page)
  await page.goto(url.href)
  // A browser without earlier sign-ins is shown the sign-up first.
  await expect(page).toHaveURL(/multi-connect/)
  const toSignIn = page.getByRole('link', { name: 'Sign in' })
  if (await toSignIn.isVisible()) await toSignIn.click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Let Sample Assistant use your account?')).toBeVisible()
  await page.getByRole('button', { name: 'Don’t allow' }).press('Enter')
  await expect(page).toHaveTitle('Back in the app')
  const { searchParams } = new URL(callbacks[0] ?? '')
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('state')).toBe(url.searchParams.get('state'))
})

test('an invalid request is explained and leads nowhere', async ({
  page,
  person,
  server,
  signIn,
}) => {
  const app = await registerApp(server.origin, 'Sample Assistant')
  const { url } = await startSignIn({ ...app, redirectUri: 'https://evil.example/' })
  await signIn(page, person, url.pathname + url.search)
  await expect(page.getByRole('heading', { name: 'This app can’t be connected' })).toBeVisible()
  await expect(page.getByText('an address that it has not registered')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'refused consent')
  await expect(page).toHaveURL(/\/connect-app/)
})

test('an assistant asks before it publishes', async ({ page, person, server, signIn }) => {
  const made = await person.send('POST', '/v2/my/pages/', { slug: 'ana-asks', title: 'Ana' })
  const { id } = (await made.json()) as { id: number }
  const created = await person.send('POST', '/v2/my/api-keys/', {
    name: 'Desk assistant',
    scopes: ['page:read', 'page:write'],
    password: person.password,
  })
  const { result } = (await created.json()) as { result: { key: string } }
  const assistant = await connectAssistant(server, result.key)
  const publish = { id, is_published: true, description: 'Lamps & candles' }
  const { structured } = await assistant.call('updatePage', publish)
  const path = new URL(structured.approval?.url ?? '').pathname

  await signIn(page, person, path)
  const main = page.getByRole('main')
  await expect(main).toContainText('Update your page')
  await expect(main).toContainText('Desk assistant')
  await expect(main).toContainText('Visible to everybody')
  await expect(main).toContainText('Lamps & candles')
  await expectAccessibleInBothThemes(page, 'approval')
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(main).toContainText('Approved. Go back to your assistant')
  await expectAccessibleInBothThemes(page, 'approved')
  const approved = { ...publish, approval_id: structured.approval?.id }
  expect((await assistant.call('updatePage', approved)).isError).toBe(false)
  await page.goto(path)
  await expect(main).toContainText('The change was made.')

  const again = await assistant.call('updatePage', { id, is_published: true })
  await page.goto(new URL(again.structured.approval?.url ?? '').pathname)
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(main).toContainText('Rejected. Nothing changes.')
  await page.goto('/settings/developers/approvals/0e6f3c1a-5f0e-4c59-9f6b-1d2a3b4c5d6e')
  await expect(page.getByRole('heading', { name: 'This change isn’t here' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'no approval')
})
