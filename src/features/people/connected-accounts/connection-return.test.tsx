import { useSearch } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import type { ShellSearch } from '#paths.ts'
import { ADD_INSTAGRAM, IG, LIST, serveAccounts } from '#support/window/connected-accounts.ts'
import { json, type Answer } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { noDialog, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { useConnectedAccounts } from './accounts.ts'
import { ConnectedDialog } from './connected-dialog.tsx'
import { ConnectionReturn } from './connection-return.tsx'

/** Renders the two as the app shell does, over a screen with an outdated list. */
function Screen() {
  const search: ShellSearch = useSearch({ strict: false })
  useConnectedAccounts()
  return (
    <>
      {search.nonce !== undefined && <ConnectionReturn />}
      {search.connected !== undefined && <ConnectedDialog />}
    </>
  )
}

signInPerTest()
afterEach(() => sessionStorage.clear())

let nonces = 0
const KEY = 'connecting-account'

/** Opens the address that a provider redirects to, in the tab that started it or in another. */
async function comeBack(query: string, { here = true, more = {}, hash = '' }: Options = {}) {
  const nonce = `nonce-${(nonces += 1)}`
  if (here) sessionStorage.setItem(KEY, nonce)
  let accounts: ConnectedAccount[] = []
  const api = serveAccounts([], {
    [LIST]: () => ({ results: accounts }),
    [ADD_INSTAGRAM]: () => {
      accounts = [IG]
      return { result: IG }
    },
    ...more,
  })
  const address = `/profile?nonce=${nonce}&${query}${hash}`
  return { api, ...(await renderAt('/profile', address, Screen)) }
}
type Options = { here?: boolean; more?: Record<string, Answer>; hash?: string }

test('a code adds an account, and a dialog shows its name until it is closed (R-376)', async () => {
  const { api, history } = await comeBack('code=c1&type=instagram')
  const dialog = within(await screen.findByRole('dialog', { name: 'Instagram is connected' }))
  expect(dialog.getByText('ana.example')).toBeTruthy()
  expect(api.sentTo(ADD_INSTAGRAM)).toEqual([
    {
      code: 'c1',
      redirect_uri: `${location.origin}/v2/accounts/connect_with_instagram/callback/`,
    },
  ])
  expect(history.location.href).toBe('/profile?connected=4')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await noDialog()
  expect(history.location.href).toBe('/profile')
})

test('the hash of the onboarding wizard stays in the address, and parameters of providers are removed', async () => {
  const { history } = await comeBack('code=c1&type=instagram', {
    hash: '#onboarding_connected_ig',
  })
  await screen.findByRole('dialog', { name: 'Instagram is connected' })
  expect(history.location.hash).toBe('#onboarding_connected_ig')
})

test('a code that this tab did not ask for adds nothing, because it may be a stranger’s (D-34)', async () => {
  const { api, history } = await comeBack('code=c1&type=instagram', { here: false })
  await screen.findByText(/wasn’t started in this tab, so nothing was connected/)
  expect(api.sentTo(ADD_INSTAGRAM)).toEqual([])
  expect(history.location.href).toBe('/profile')
})

test('a code of another attempt adds nothing (D-34)', async () => {
  sessionStorage.setItem(KEY, 'another')
  const { api } = await comeBack('code=c1&type=instagram', { here: false })
  expect(await screen.findByText(/nothing was connected/)).toBeTruthy()
  expect(api.sentTo(ADD_INSTAGRAM)).toEqual([])
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

test('after a refusal at the provider a message says that nothing was connected', async () => {
  const { api, history } = await comeBack('error=access_denied&type=instagram')
  expect(await screen.findByText('Instagram was not connected.')).toBeTruthy()
  expect(api.sentTo(ADD_INSTAGRAM)).toEqual([])
  expect(history.location.href).toBe('/profile')
})

test('a refused code shows the server’s message', async () => {
  const text = 'Instagram no longer accepts this code. Connect again.'
  await comeBack('code=old&type=instagram', {
    more: { [ADD_INSTAGRAM]: json({ errors: { code: [text] } }, 400) },
  })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the dialog of an account that was removed closes by itself', async () => {
  serveAccounts([], { [LIST]: { results: [] } })
  const { history } = await renderAt('/profile', '/profile?connected=4', Screen)
  await waitFor(() => expect(history.location.href).toBe('/profile'))
})
