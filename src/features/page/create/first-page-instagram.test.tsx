import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import { IDS, IG, NO_IDS } from '#support/window/connected-accounts.ts'
import { json } from '#support/window/fake-api.ts'
import { pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { FirstPageScreen } from './first-page-screen.tsx'

signInPerTest({ width: 390 })

const ADDRESS = '/creator-step-splitpages-instagram'

type World = { accounts: ConnectedAccount[]; login?: object; user?: object | null }

async function open({ accounts, login = IDS, user = null }: World) {
  const server = pageServer()
  server.instead(({ path }) => {
    if (path === '/v2/my/connected_accounts/') return json({ results: accounts })
    if (path === '/v1/settings') return json({ login })
    if (path !== '/v1/proxy/instagram/user_info') return undefined
    return user ? json(user) : json({}, 502)
  })
  await renderAt(ADDRESS, ADDRESS, FirstPageScreen)
}
const name = async () => (await screen.findByLabelText<HTMLInputElement>('Page name')).value

test('a connected account fills in the name and is named as the source (R-051, D-40)', async () => {
  const user = {
    username: 'ana.example',
    name: 'Ana Example',
    profile_picture_url: null,
    media_count: 3,
  }
  await open({ accounts: [IG], user })
  await waitFor(async () => expect(await name()).toBe('Ana Example'))
  expect(screen.getByText('Filled in from ana.example.')).toBeTruthy()
})

test('without an answer of Instagram, the user’s own name is filled in (D-40)', async () => {
  await open({ accounts: [IG] })
  await waitFor(async () => expect(await name()).toBe('Maya Okafor'))
})

test('without an account, the form has a button to connect one (R-051)', async () => {
  await open({ accounts: [] })
  expect(await screen.findByRole('button', { name: 'Fill in from Instagram' })).toBeTruthy()
  expect(await name()).toBe('Maya Okafor')
})

test('without Instagram on this server, the step says so (D-33)', async () => {
  await open({ accounts: [], login: NO_IDS })
  expect(await screen.findByText(/Instagram/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Fill in from Instagram' })).toBeNull()
})
