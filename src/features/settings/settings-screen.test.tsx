import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { forgetCookies } from '#support/browser-window.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { SettingsScreen } from './settings-screen.tsx'

beforeEach(forgetCookies)

test('the appearance follows the device until somebody chooses (R-040)', async () => {
  await renderAt('/settings', '/settings', SettingsScreen)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('it leads to the account, notifications and own domains, and to signing out (R-450)', async () => {
  await renderAt('/settings', '/settings', SettingsScreen)
  const account = screen.getByRole('link', { name: 'Account info' })
  expect(account.getAttribute('href')).toBe('/settings/accountinfo')
  const domains = screen.getByRole('link', { name: 'Custom domains' })
  expect(domains.getAttribute('href')).toBe('/settings/custom-domains')
  const notifications = screen.getByRole('link', { name: 'Notifications' })
  expect(notifications.getAttribute('href')).toBe('/settings/notifications-settings')
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})

test('creator or shopper can be changed later: it opens that step (R-095)', async () => {
  const { history } = await renderAt('/settings', '/settings', SettingsScreen)
  await userEvent.click(screen.getByRole('button', { name: 'How you use Split' }))
  expect(history.location.search).toBe('?onboarding=profileMode')
})
