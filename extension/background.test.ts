import { afterEach, expect, test, vi } from 'vitest'
import {
  ACCESS,
  fakeExtension,
  fakePort,
  fakeServer,
  SERVER,
} from '#support/window/fake-extension.ts'

afterEach(() => vi.resetModules())

const METADATA = {
  issuer: SERVER,
  authorization_endpoint: `${SERVER}/connect-app`,
  token_endpoint: `${SERVER}/oauth/token`,
  registration_endpoint: `${SERVER}/oauth/register`,
  authorization_response_iss_parameter_supported: true,
}
const registered = () =>
  Response.json({ client_id: 'client', token_endpoint_auth_method: 'none' }, { status: 201 })
const OAUTH = {
  'GET /.well-known/oauth-authorization-server': METADATA,
  'POST /oauth/register': registered,
  'POST /oauth/token': {
    access_token: 'token-1',
    token_type: 'Bearer',
    refresh_token: 'refresh-1',
  },
  'POST /v1/action_ext': {},
}

async function load(options: Parameters<typeof fakeExtension>[0] = {}) {
  const browser = fakeExtension(options)
  const requests = fakeServer(OAUTH)
  await import('./background.ts')
  const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname === path)
  const { startSignIn: start, completeSignIn: complete } = await import('./account/sign-in.ts')
  return { browser, sent, start, complete }
}

/** Returns the query parameters of the sign-in page that was opened. */
function openedSignIn({ tabs }: ReturnType<typeof fakeExtension>) {
  const url = new URL(tabs.create.mock.lastCall?.[0].url ?? '')
  return { url, parameters: url.searchParams }
}

const result = (parameters: Record<string, string>) =>
  `${SERVER}/extension/signed-in?${new URLSearchParams({ iss: SERVER, ...parameters })}`

test('a sign-in ends in the extension, which closes the tab', async () => {
  const { browser, sent, start } = await load()
  await start()
  const { url, parameters } = openedSignIn(browser)
  expect(url.origin + url.pathname).toBe(`${SERVER}/connect-app`)
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: 'code',
    client_id: 'client',
    scope: 'links:write',
    redirect_uri: `${SERVER}/extension/signed-in`,
    code_challenge_method: 'S256',
  })
  const address = result({ code: 'abc', state: parameters.get('state') ?? '' })
  browser.runtime.onMessage.raise({ signedIn: address }, { tab: { id: 7 } })
  await vi.waitFor(() => expect(browser.tabs.remove).toHaveBeenCalledWith(7))
  expect(browser.local.values.get('access')).toEqual(ACCESS)
  expect(browser.local.values.has('signIn')).toBe(false)
  const form = new URLSearchParams(await sent('/oauth/token')[0]?.text())
  expect(form.get('code')).toBe('abc')
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(form.get('code_verifier') ?? ''),
  )
  expect(Buffer.from(digest).toString('base64url')).toBe(parameters.get('code_challenge'))
  expect(await sent('/v1/action_ext')[0]?.json()).toMatchObject({ action: 'installed' })
})

test.each([
  ['of another sign-in', { code: 'abc', state: 'other' }],
  ['that the user refused', { error: 'access_denied' }],
])('a result %s is ignored, and its tab stays', async (_case, parameters) => {
  const { browser, sent, start } = await load()
  await start()
  const state = openedSignIn(browser).parameters.get('state') ?? ''
  const address = result({ state, ...parameters })
  browser.runtime.onMessage.raise({ signedIn: address }, { tab: { id: 7 } })
  await vi.waitFor(() => expect(sent('/.well-known/oauth-authorization-server')).toHaveLength(2))
  expect(browser.tabs.remove).not.toHaveBeenCalled()
  expect(browser.local.values.has('access')).toBe(false)
  expect(sent('/oauth/token')).toEqual([])
})

test('an unexpected result is refused', async () => {
  const { sent, complete } = await load()
  await expect(complete(result({ code: 'abc', state: 'x' }))).rejects.toThrow(/Start the sign-in/)
  expect(sent('/oauth/token')).toEqual([])
})

test('the context menu opens a window for a page or a link', async () => {
  const { browser } = await load()
  browser.runtime.onInstalled.raise()
  const titles = browser.contextMenus.create.mock.calls.map(([{ title }]) => title)
  expect(titles).toEqual(['Create Split link for this page', 'Create Split link for this link'])
  const pageUrl = 'https://shop.example/'
  const addressOf = () => {
    const url = new URL(browser.windows.create.mock.lastCall?.[0].url ?? '')
    return url.searchParams.get('address')
  }
  browser.contextMenus.onClicked.raise({ pageUrl })
  expect(addressOf()).toBe(pageUrl)
  browser.contextMenus.onClicked.raise({ pageUrl, linkUrl: 'https://shop.example/lamp?a=1&b=2' })
  expect(addressOf()).toBe('https://shop.example/lamp?a=1&b=2')
})

test('a window reports that it was opened and which actions were taken in it', async () => {
  const { browser, sent } = await load({ stored: { access: ACCESS } })
  const actions = () =>
    Promise.all(
      sent('/v1/action_ext').map(
        async (one) => ((await one.clone().json()) as { action: string }).action,
      ),
    )
  const [used, unused] = [fakePort('window'), fakePort('window')]
  browser.runtime.onConnect.raise(used)
  used.onMessage.raise('link-created')
  used.onDisconnect.raise()
  await vi.waitFor(async () => expect(await actions()).toEqual(['opened', 'link_created']))
  browser.runtime.onConnect.raise(unused)
  unused.onDisconnect.raise()
  await vi.waitFor(async () => expect((await actions()).slice(2)).toEqual(['opened', 'dismissed']))
})
