import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACCESS, fakeExtension, fakeServer, SERVER } from '#support/window/fake-extension.ts'

beforeEach(() => {
  document.body.innerHTML = '<main id="main"></main><p id="status" role="status"></p>'
})
afterEach(() => vi.resetModules())

test('shows the server, and signs out in the extension and on the server', async () => {
  const browser = fakeExtension({ stored: { access: ACCESS } })
  const requests = fakeServer({
    'GET /.well-known/oauth-authorization-server': {
      issuer: SERVER,
      revocation_endpoint: `${SERVER}/oauth/revoke`,
    },
    'POST /oauth/revoke': new Response(null),
  })
  await import('./options.ts')
  expect(await screen.findByRole('link', { name: SERVER })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('You’re signed out.')).toBeTruthy()
  expect(browser.local.values.size).toBe(0)
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(new URLSearchParams(await requests[1]?.text()).get('token')).toBe('refresh-1')
})

test('updates the shops and says how many there are', async () => {
  fakeExtension({ stored: { access: ACCESS } })
  const results = [{ name: 'Nordlys', domain: 'nordlys.example', commission_percentage: 8 }]
  fakeServer({ 'GET /v2/my/shops/': { results } })
  await import('./options.ts')
  expect(await screen.findByText('Not loaded yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Update shops' }))
  expect(await screen.findByText(/^1 known, updated /)).toBeTruthy()
})

test('a server that cannot be reached is an error with what to do', async () => {
  fakeExtension()
  fakeServer({
    'GET /.well-known/oauth-authorization-server': () => Promise.reject(new TypeError()),
  })
  await import('./options.ts')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/split.example can’t be reached/)
})
