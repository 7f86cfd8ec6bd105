import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { logout } from '#api/account.ts'
import { wipeAll } from '#mirror/wipe.ts'
import { goTo } from '../../../tests/support/browser-window.ts'
import { LogoutScreen } from './logout-screen.tsx'

vi.mock('#api/account.ts', () => ({ logout: vi.fn<typeof logout>(async () => undefined) }))
vi.mock('#mirror/wipe.ts', () => ({ wipeAll: vi.fn<typeof wipeAll>(async () => undefined) }))

test('opening it tells the server, wipes the device and shows the login page (R-035, R-107)', async () => {
  goTo('https://app.example/logout')
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  vi.mocked(logout).mockRejectedValue(new Error('offline'))
  render(<LogoutScreen />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Signing out')
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(logout).toHaveBeenCalledOnce()
  expect(wipeAll).toHaveBeenCalledOnce()
  const target = new URL(String(replace.mock.calls[0]?.[0]), location.href)
  expect(target.pathname).toBe('/multi-connect/login')
  expect(target.searchParams.get('success')).toBe('https://app.example/')
})
