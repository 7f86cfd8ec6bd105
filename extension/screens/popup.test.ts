import { fireEvent, screen } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACCESS, fakeExtension, fakeServer, SERVER } from '#support/window/fake-extension.ts'

const LAMP = { url: 'https://www.nordlys.example/lamp', title: 'Oak lamp' }
const SHOPS = {
  shops: [{ name: 'Nordlys', domain: 'nordlys.example', commission_percentage: 8 }],
  loadedAt: Date.now(),
}
const SIGNED_IN = { access: ACCESS, shops: SHOPS }
const UUID = '0e6f3c1a-5f0e-4c59-9f6b-1d2a3b4c5d6e'
const CREATED = {
  'POST /v2/my/links/': { result: { uuid: UUID, split_url: 'https://split.to/lamp' } },
}

beforeEach(() => {
  document.body.innerHTML = '<main id="main"></main><p id="status" role="status"></p>'
  history.replaceState(null, '', '/popup.html')
})
afterEach(() => vi.resetModules())

/** Opens the popup. `clipboard` says whether the browser allows to copy. */
async function open(
  options: Parameters<typeof fakeExtension>[0],
  answers: Parameters<typeof fakeServer>[0] = CREATED,
  clipboard = true,
) {
  const browser = fakeExtension(options)
  const requests = fakeServer(answers)
  const copied: string[] = []
  const writeText = async (text: string) => {
    if (!clipboard) throw new DOMException('Not allowed', 'NotAllowedError')
    copied.push(text)
  }
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await import('./popup.ts')
  const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname === path)
  return { browser, requests, copied, sent }
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a page can be linked with one press, and the link is copied', async () => {
  const { browser, copied, sent } = await open({ tab: LAMP, stored: SIGNED_IN })
  expect(await screen.findByRole('heading', { name: 'Oak lamp' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Create link')
  await press('Create link')
  expect(await screen.findByRole('heading', { name: 'Link created and copied' })).toBeTruthy()
  expect(screen.getByText('https://split.to/lamp')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Link created and copied')
  expect(copied).toEqual(['https://split.to/lamp'])
  const [request] = sent('/v2/my/links/')
  expect(await request?.json()).toEqual({ url: LAMP.url })
  expect(request?.headers.get('Authorization')).toBe(`Bearer ${ACCESS.token}`)
  expect(request?.credentials).toBe('omit')
  expect(browser.port.postMessage).toHaveBeenCalledWith('link-created')
  expect(screen.getByRole('link', { name: 'Edit in Split' }).getAttribute('href')).toBe(
    `${SERVER}/splitlinks?create_split_link=${UUID}`,
  )
})

test('the commission of a shop is shown, and no address is sent before the press', async () => {
  const { requests } = await open({ tab: LAMP, stored: SIGNED_IN })
  expect(await screen.findByText('Nordlys pays you 8% of each sale.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('other shops say that they pay nothing', async () => {
  await open({ tab: { url: 'https://other.example/' }, stored: SIGNED_IN })
  expect(await screen.findByText(/pays no commission/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'other.example' })).toBeTruthy()
})

test('an old list of shops is loaded again', async () => {
  const stored = { access: ACCESS, shops: { shops: [], loadedAt: 0 } }
  await open({ tab: LAMP, stored }, { ...CREATED, 'GET /v2/my/shops/': { results: SHOPS.shops } })
  expect(await screen.findByText('Nordlys pays you 8% of each sale.')).toBeTruthy()
})

test('the context menu names the address instead of the tab', async () => {
  const address = 'https://shop.example/chair?size=2&b'
  history.replaceState(null, '', `/popup.html?${new URLSearchParams({ address })}`)
  const { sent } = await open({ tab: LAMP, stored: SIGNED_IN })
  await press('Create link')
  await screen.findByRole('heading', { name: 'Link created and copied' })
  expect(await sent('/v2/my/links/')[0]?.json()).toEqual({ url: address })
})

test.each(['chrome://settings/', 'about:config', 'file:///etc/hosts', undefined])(
  '%s cannot be linked',
  async (url) => {
    const { requests } = await open({ tab: { ...(url && { url }) }, stored: SIGNED_IN })
    expect(await screen.findByRole('heading', { name: 'This page can’t be linked' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    expect(requests).toEqual([])
  },
)

test('without a sign-in it offers one and sends nothing', async () => {
  const { requests } = await open({ tab: LAMP })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(document.body.textContent).toContain('split.example')
  expect(requests).toEqual([])
})

test('if the browser refuses to copy, the link can be copied by hand', async () => {
  const { copied } = await open({ tab: LAMP, stored: SIGNED_IN }, CREATED, false)
  await press('Create link')
  expect(await screen.findByRole('heading', { name: 'Link created' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBe(document.activeElement)
  expect(copied).toEqual([])
})

test('a press while a link is being created does nothing', async () => {
  const { sent } = await open({ tab: LAMP, stored: SIGNED_IN })
  const create = await screen.findByRole('button', { name: 'Create link' })
  fireEvent.click(create)
  fireEvent.click(create)
  await screen.findByRole('heading', { name: 'Link created and copied' })
  expect(sent('/v2/my/links/')).toHaveLength(1)
})

const limit = { errors: { non_field_errors: ['You have 50,000 links, the maximum.'] } }

test.each([
  [
    'without a connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /split.example can’t be reached/,
  ],
  ['at the link limit', () => Response.json(limit, { status: 400 }), /You have 50,000 links/],
  ['during an update', () => Response.json({}, { status: 503 }), /is being updated/],
  ['after a fault of the server', () => Response.json({}, { status: 500 }), /went wrong/],
])('%s it says so, and the press can be repeated', async (_case, answer, message) => {
  await open({ tab: LAMP, stored: SIGNED_IN }, { ...CREATED, 'POST /v2/my/links/': answer })
  await press('Create link')
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(screen.getByRole('button', { name: 'Create link' })).toBe(document.activeElement)
})

const METADATA = { issuer: SERVER, token_endpoint: `${SERVER}/oauth/token` }
const refused = () => Response.json({}, { status: 401 })
const DISCOVERY = 'GET /.well-known/oauth-authorization-server'

test('an ended sign-in asks for a new one and forgets the account', async () => {
  const { browser } = await open(
    { tab: LAMP, stored: SIGNED_IN },
    {
      'POST /v2/my/links/': refused,
      [DISCOVERY]: METADATA,
      'POST /oauth/token': Response.json({ error: 'invalid_grant' }, { status: 400 }),
    },
  )
  await press('Create link')
  expect((await screen.findByRole('alert')).textContent).toMatch(/signed out/)
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect([...browser.local.values.keys()]).toEqual([])
})

test('an expired token is renewed without the user', async () => {
  const { browser, sent } = await open(
    { tab: LAMP, stored: SIGNED_IN },
    {
      'POST /v2/my/links/': ({ headers }) =>
        headers.get('Authorization') === 'Bearer token-2'
          ? CREATED['POST /v2/my/links/']
          : refused(),
      [DISCOVERY]: METADATA,
      'POST /oauth/token': {
        access_token: 'token-2',
        token_type: 'Bearer',
        refresh_token: 'refresh-2',
      },
    },
  )
  await press('Create link')
  await screen.findByRole('heading', { name: 'Link created and copied' })
  const form = new URLSearchParams(await sent('/oauth/token')[0]?.text())
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
    client_id: 'client',
  })
  expect(browser.local.values.get('access')).toEqual({
    clientId: 'client',
    token: 'token-2',
    refreshToken: 'refresh-2',
  })
  const keys = sent('/v2/my/links/').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(1)
})
