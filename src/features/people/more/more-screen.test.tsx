import { beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from '#api/people/account.ts'
import { MORE_ITEMS } from '#app/shell/navigation/nav-more.ts'
import { reloadApp } from '#app/worker/update.ts'
import { setWidth } from '#support/browser-window.ts'
import { aBalance } from '#support/wallet-samples.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { actForAna, signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, within } from '#support/window/on-screen.ts'
import { MoreScreen } from './more-screen.tsx'

const user = {
  uuid: 'u',
  email: 'maya@example.com',
  name_first: 'Maya',
  name_last: 'Okafor',
  avatar_url: null,
}

vi.mock('#api/people/account.ts', () => ({ currentUser: vi.fn<typeof currentUser>() }))
vi.mock('#app/worker/update.ts', () => ({
  reloadApp: vi.fn<typeof reloadApp>(async () => undefined),
}))
vi.mock('#live/read/use-link-totals.ts', () => ({
  useLinkTotals: () => ({ links: 3, clicks: 18_402, earned: 0 }),
}))

signInPerTest()
beforeEach(() => {
  setWidth(390)
  fakeApi({})
  vi.mocked(currentUser).mockResolvedValue(user)
})

const show = () => renderAt('/more', '/more', MoreScreen)

test('the screen has every entry of More, and Sign out (R-025, R-064)', async () => {
  await show()
  await screen.findByText('Maya Okafor')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const { path } of MORE_ITEMS) expect(links).toContain(path)
  expect(links).toContain('/logout')
})

test('a user without a name is shown by email address, and not at all without an answer', async () => {
  vi.mocked(currentUser).mockResolvedValue({ ...user, name_first: '', name_last: '' })
  const { unmount } = await show()
  expect(await screen.findByText('maya@example.com')).toBeTruthy()
  unmount()
  vi.mocked(currentUser).mockRejectedValue(new Error('offline'))
  await show()
  expect(screen.getByRole('link', { name: /Public profile/ })).toBeTruthy()
})

test('the wallet row shows the redeemable amount', async () => {
  fakeApi({
    'GET /v1/bank/redemptions/': { results: [], next: null, count: 0, balance: aBalance() },
  })
  await show()
  expect((await screen.findByText('$412.80')).closest('a')?.textContent).toBe('Wallet$412.80')
})

test('numbers come from the mirror, and an unknown wallet amount is left out', async () => {
  await show()
  expect(screen.getByRole('link', { name: /Analytics/ }).textContent).toContain('18,402 clicks')
  expect(screen.getByRole('link', { name: /Wallet/ }).textContent).not.toContain('$')
})

test('the version is beside a reload button (R-074, R-075)', async () => {
  await show()
  const foot = within(screen.getByText('Version 2.0.6').parentElement as HTMLElement)
  await userEvent.click(foot.getByRole('button', { name: 'Reload' }))
  expect(reloadApp).toHaveBeenCalledOnce()
})

test('a member of an account has the entries that they can use, and the switcher', async () => {
  actForAna(['analytics', 'money'])
  await show()
  const menu = within(screen.getByRole('navigation', { name: 'More' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Wallet',
    'Analytics',
    'Help',
    'Widgets',
    'Accounts',
    'Log out',
  ])
})
