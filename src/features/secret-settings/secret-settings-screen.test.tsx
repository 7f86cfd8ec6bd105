import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MORE_ITEMS } from '#app/shell/nav-more.ts'
import { TABS } from '#app/shell/nav-items.ts'
import { wipeAll } from '#live/wipe.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { SecretSettingsScreen } from './secret-settings-screen.tsx'

vi.mock('#live/wipe.ts', () => ({ wipeAll: vi.fn<typeof wipeAll>(async () => undefined) }))

test('it tells version and channel, and no menu leads to it (R-036, R-622)', async () => {
  render(<SecretSettingsScreen />)
  expect(screen.getByText('2.0.6')).toBeTruthy()
  expect(screen.getByText('production')).toBeTruthy()
  expect(await screen.findByText(/Not (offered by this browser|installed)|Unknown/)).toBeTruthy()
  const paths = [...TABS, ...MORE_ITEMS].map(({ path }) => path)
  expect(paths).not.toContain('/secret-settings')
})

test('clearing local data asks first, and then leads to the login page', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  render(
    <>
      <SecretSettingsScreen />
      <ConfirmHost />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear local data' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(wipeAll).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Clear local data' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(wipeAll).toHaveBeenCalledOnce()
})
