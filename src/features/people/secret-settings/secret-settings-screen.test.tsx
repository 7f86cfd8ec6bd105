import { expect, test, vi } from 'vitest'
import { MORE_ITEMS } from '#app/shell/navigation/nav-more.ts'
import { TABS } from '#app/shell/navigation/nav-items.ts'
import { wipeAll } from '#live/wipe.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { signInAs } from '#support/window/links-server.ts'
import { expectTexts, fireEvent, press, render, screen } from '#support/window/on-screen.ts'
import { sizeText } from './storage.ts'
import { SecretSettingsScreen } from './secret-settings-screen.tsx'

vi.mock('#live/wipe.ts', () => ({ wipeAll: vi.fn<typeof wipeAll>(async () => undefined) }))

const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent

test('the screen shows version and channel, and no menu leads to it (R-036, R-461, R-622)', async () => {
  render(<SecretSettingsScreen />)
  await expectTexts('2.0.6', 'production')
  await screen.findByText('Service worker')
  await vi.waitFor(() =>
    expect(valueOf('Service worker')).toMatch(
      /^(Not (offered by this browser|installed)|Unknown)$/,
    ),
  )
  const paths = [...TABS, ...MORE_ITEMS].map(({ path }) => path)
  expect(paths).not.toContain('/secret-settings')
})

test('the screen shows servers, stored data and waiting changes, and no secrets (R-461)', async () => {
  signInAs('ana')
  render(<SecretSettingsScreen />)
  await screen.findByText('Empty')
  expect(valueOf('API root')).toBe(location.origin)
  expect(valueOf('Service worker')).toMatch(/\w/)
  expect(valueOf('Mirror')).toBe('Kept on this device')
  expect(valueOf('Storage')).toMatch(/^(Not reported by this browser|[\d.,]+ \w+ of [\d.,]+ \w+)$/)
  expect(valueOf('Outbox')).toBe('Empty')
  expect(valueOf('Push')).toMatch(/^(Not offered|Never asked|Blocked|Allowed)/)
  expect(valueOf('Signed in')).toBe('Yes')
  expect(document.body.textContent).not.toContain('token-of-ana')
})

test('everything is copied as text, one fact per line', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(<SecretSettingsScreen />)
  await screen.findByText('Empty')
  fireEvent.click(screen.getByRole('button', { name: 'Copy as text' }))
  await screen.findByRole('button', { name: 'Copied' })
  const [text = ''] = written.mock.calls[0] ?? []
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Version: 2.0.6',
    'Channel: production',
    `API root: ${location.origin}`,
  ])
  expect(text).toMatch(/^Outbox: Empty$/m)
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 KB'],
  [48_200_000, '48 MB'],
  [12_000_000_000, '12 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('deleting local data asks first, then leads to the login page', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  render(
    <>
      <SecretSettingsScreen />
      <ConfirmHost />
    </>,
  )
  await press('Clear local data', 'Keep')
  expect(wipeAll).not.toHaveBeenCalled()
  await press('Clear local data', 'Remove')
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(wipeAll).toHaveBeenCalledOnce()
})
