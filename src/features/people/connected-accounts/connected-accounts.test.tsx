import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import {
  editCall,
  FB,
  IG,
  LIST,
  NO_IDS,
  removeCall,
  serveAccounts,
  SETTINGS,
} from '#support/window/connected-accounts.ts'
import { goOffline } from '#support/window/connection.ts'
import { json, noConnection, type Answer } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { chooseFromMenu, press, userEvent } from '#support/window/on-screen.ts'
import { ConnectedAccounts } from './connected-accounts.tsx'

signInPerTest()

async function open(accounts: ConnectedAccount[], more: Record<string, Answer> = {}) {
  const api = serveAccounts(accounts, more)
  const app = await renderAt('/profile', '/profile', ConnectedAccounts)
  return { api, user: userEvent.setup(), ...app }
}

const choose = async (account: ConnectedAccount, item: string) => {
  await chooseFromMenu(`More for ${account.account_name}`, item)
}

test('each account shows its name, owner and start; another can be connected (R-382)', async () => {
  await open([IG, FB])
  const list = within(await screen.findByRole('list', { name: 'Connected accounts' }))
  const rows = list.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toMatch(/ana\.exampleInstagram, connected Nov 3/)
  expect(rows[1]).toMatch(/Ana ExampleFacebook, connected Nov 3/)
  expect(await screen.findByRole('button', { name: 'Connect Instagram' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect Facebook' })).toBeTruthy()
})

test('without ids the screen says so, and handles are entered by hand (D-33)', async () => {
  const { history } = await open([], { [SETTINGS]: { login: NO_IDS } })
  expect(await screen.findByText('Instagram connection isn’t set up on this server.')).toBeTruthy()
  expect(screen.getByText('Facebook connection isn’t set up on this server.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Connect/ })).toBeNull()
  await press('Add your handle by hand')
  await waitFor(() => expect(history.location.href).toBe('/profile?social=instagram'))
})

test('disconnecting says what is deleted and what stays, and asks first (R-365)', async () => {
  let accounts = [IG]
  const { api } = await open([], {
    [LIST]: () => ({ results: accounts }),
    [removeCall(IG)]: () => {
      accounts = []
      return new Response(null, { status: 204 })
    },
  })
  await choose(IG, 'Disconnect')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Disconnect ana.example?' }),
  )
  expect(question.getByText(/access and its copy of the profile picture are deleted/)).toBeTruthy()
  expect(question.getByText(/Photos that you chose from it stay/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }))
  expect(api.sentTo(removeCall(IG))).toEqual([])
  await choose(IG, 'Disconnect')
  await press('Disconnect')
  expect(await screen.findByText('ana.example is disconnected')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
  expect(api.sentTo(removeCall(IG))).toHaveLength(1)
})

test('an account disconnected elsewhere disappears here too', async () => {
  let accounts = [IG]
  await open([], {
    [LIST]: () => ({ results: accounts }),
    [removeCall(IG)]: () => {
      accounts = []
      return json({}, 404)
    },
  })
  await choose(IG, 'Disconnect')
  await press('Disconnect')
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
})

test('an account is turned off and on again (R-364)', async () => {
  let stored = IG
  const { api } = await open([], {
    [LIST]: () => ({ results: [stored] }),
    [editCall(IG)]: ({ body }) => (stored = { ...stored, ...body }),
  })
  await choose(IG, 'Turn off')
  expect(await screen.findByText('Instagram, off: nothing is read from it')).toBeTruthy()
  await choose(IG, 'Turn on')
  expect(await screen.findByText(/^Instagram, connected Nov 3/)).toBeTruthy()
  expect(api.sentTo(editCall(IG))).toEqual([{ is_active: false }, { is_active: true }])
})

test('offline the last list is shown, and its controls explain why they are disabled', async () => {
  const { api, unmount } = await open([IG], {
    [removeCall(IG)]: () => new Response(null, { status: 204 }),
  })
  await screen.findByText('ana.example')
  await screen.findByRole('button', { name: 'Connect Instagram' })
  unmount()
  api.change({ [LIST]: noConnection })
  const again = await renderAt('/profile', '/profile', ConnectedAccounts)
  goOffline(again.store)
  expect(await screen.findByText('ana.example')).toBeTruthy()
  await press('Connect Instagram')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  await choose(IG, 'Disconnect')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.sentTo(removeCall(IG))).toEqual([])
})

test('a server without this feature leaves a way to try again', async () => {
  await open([], { [LIST]: json({}, 500) })
  expect(await screen.findByText('Couldn’t load your connected accounts')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
