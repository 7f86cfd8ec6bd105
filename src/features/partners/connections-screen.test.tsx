import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { factsAtom, invitationsAtom } from '#app/facts/facts.ts'
import { goOffline } from '#support/window/connection.ts'
import { FACTS } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fakeInvitations, invitation } from '#support/window/unmasking.ts'
import { chooseFromMenu, expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { ConnectionsScreen } from './connections-screen.tsx'

const PATH = '/partners/connections'

signInPerTest()

async function open(start: Parameters<typeof fakeInvitations>[0] = {}) {
  const api = fakeInvitations(start)
  const app = await renderAt(PATH, PATH, ConnectionsScreen)
  act(() => app.store.set(factsAtom, { ...FACTS, invitations: start.invitations?.length ?? 0 }))
  return { ...app, api, user: userEvent.setup() }
}

const KITCHEN = invitation(7, 'Sample Kitchen')
const LIGHTS = invitation(8, 'Example Lights')

test('an invitation shows what the brand would see, and accepting it connects (R-559)', async () => {
  const { store } = await open({ invitations: [KITCHEN, LIGHTS] })
  expect(await screen.findByRole('heading', { name: '2 invitations' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Connections 2' })).toBeTruthy()
  expect(screen.getAllByText('P-7F3K9QAB')).toHaveLength(2)
  expect(screen.getAllByText('Ana Example')).toHaveLength(2)
  await press('Accept Sample Kitchen')
  expect(await screen.findByText('Sample Kitchen sees your name from now on.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Connected' })).toBeTruthy()
  expect(await screen.findByText('Since May 10')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '1 invitation' })).toBeTruthy()
  await waitFor(() => expect(store.get(invitationsAtom)).toBe(1))
})

test('an ignored invitation moves to its own list, and can be accepted there (R-559, D-63)', async () => {
  const { user } = await open({ invitations: [KITCHEN] })
  await press('Ignore Sample Kitchen')
  const fold = await screen.findByRole('button', { name: 'Ignored invitations 1' })
  expect(screen.queryByRole('button', { name: 'Accept Sample Kitchen' })).toBeNull()
  await user.click(fold)
  expect(screen.queryByRole('button', { name: 'Ignore Sample Kitchen' })).toBeNull()
  await press('Accept Sample Kitchen')
  expect(await screen.findByText('Since May 10')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /Ignored/ })).toBeNull())
})

test('ignored invitations are loaded page by page (D-63)', async () => {
  const many = Array.from({ length: 45 }, (_, n) =>
    invitation(100 + n, `Brand ${n}`, { status: 'ignored' }),
  )
  await open({ invitations: many })
  await press('Ignored invitations 20+', 'Show more')
  await screen.findByRole('button', { name: 'Ignored invitations 40+' })
  await press('Show more')
  await screen.findByRole('button', { name: 'Ignored invitations 45' })
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await press('Accept Brand 44')
  expect(await screen.findByText('Since May 10')).toBeTruthy()
})

const ask = async () => {
  await chooseFromMenu('More for Sample Kitchen', 'Remove connection')
  return within(await screen.findByRole('alertdialog', { name: 'Remove Sample Kitchen?' }))
}

test('a connection is removed after the consequences were shown (R-559)', async () => {
  const connected = [
    { id: 7, organization: KITCHEN.inviting, connected_at: '2026-03-03T10:00:00.000Z' },
  ]
  const { user, api } = await open({ connected })
  expect(await screen.findByText('Since Mar 3')).toBeTruthy()
  const question = await ask()
  expect(question.getByText(/From now on they see a partner number again/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Keep it' }))
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await user.click((await ask()).getByRole('button', { name: 'Remove connection' }))
  await expectTexts('No invitations yet', 'Sample Kitchen sees a number again.')
})

test('without connections the screen explains them, and shows whether new ones are accepted automatically', async () => {
  await open({ automatic: true })
  expect(await screen.findByText('No invitations yet')).toBeTruthy()
  const setting = screen.getByRole('link', { name: /Accept new ones automatically/ })
  expect(setting.getAttribute('href')).toBe('/settings/accountinfo#invitations-settings')
  expect(await within(setting).findByText('On')).toBeTruthy()
})

test('offline the lists can be read, and no answer is sent', async () => {
  const { api, store } = await open({ invitations: [KITCHEN] })
  await screen.findByRole('button', { name: 'Accept Sample Kitchen' })
  goOffline(store)
  await press('Accept Sample Kitchen')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([])
})
