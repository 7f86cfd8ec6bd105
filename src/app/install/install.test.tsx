import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ComponentType } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import type { LinkTotals } from '#live/read/use-link-totals.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { act, press, screen, waitFor } from '#support/window/on-screen.ts'
import { InstallBar } from './install-bar.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { InstallRow } from './install-row.tsx'
import { askToInstall, catchInstallPrompt } from './prompt.ts'

let totals: LinkTotals | undefined
vi.mock('#live/read/use-link-totals.ts', () => ({ useLinkTotals: () => totals }))

const prompt = vi.fn<() => Promise<void>>(async () => undefined)
catchInstallPrompt()

function offerInstall(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) })
  act(() => void dispatchEvent(event))
  return event
}
/** Renders the dialog for the address parameter, as the shell does. */
const TestDialog = () => useDialogParam('install').value !== undefined && <InstallDialog />
const show = (Screen: ComponentType, address = '/more') =>
  renderAt('/more', address, () => (
    <>
      <Screen />
      <TestDialog />
    </>
  ))
const showBar = () => show(InstallBar)
const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const offer = () => screen.queryByText('Keep Split at hand, offline too')

beforeEach(() => {
  localStorage.clear()
  prompt.mockClear()
  totals = { links: 1, clicks: 0, earned: 0, elsewhere: 0 }
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('X11; Linux Firefox/131.0')
})
// An unused event would remain for the next test.
afterEach(() => act(async () => void (await askToInstall())))

test('an install event before the app started is kept, and one tap installs (offline 20)', async () => {
  expect(offerInstall().defaultPrevented).toBe(true)
  await showBar()
  await press('Install')
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(offer()).toBeNull())
})

test('the offer needs a link and is not repeated after a refusal', async () => {
  totals = { links: 0, clicks: 0, earned: 0, elsewhere: 0 }
  offerInstall()
  const empty = await showBar()
  expect(offer()).toBeNull()
  empty.unmount()
  totals = { links: 1, clicks: 0, earned: 0, elsewhere: 0 }
  const first = await showBar()
  await press('Not now')
  expect(offer()).toBeNull()
  first.unmount()
  await showBar()
  expect(offer()).toBeNull()
})

test('a refusal in the browser’s dialog is remembered too', async () => {
  offerInstall('dismissed')
  const first = await showBar()
  await press('Install')
  first.unmount()
  offerInstall()
  await showBar()
  expect(offer()).toBeNull()
})

test('an iPhone gets instructions, because it has no install event (offline 20)', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone Version/18.0 Safari/604.1')
  await showBar()
  await press('Show how')
  const dialog = await screen.findByRole('dialog', { name: 'Install Split' })
  expect(dialog.textContent).toContain('Add to Home Screen')
  await press('Close')
  await expectNoDialog()
})

test('browsers that cannot install get no offer, and the dialog says so', async () => {
  const bar = await showBar()
  expect(offer()).toBeNull()
  bar.unmount()
  await show(InstallRow)
  await press('Install Split')
  const dialog = await screen.findByRole('dialog', { name: 'Install Split' })
  expect(dialog.textContent).toContain('This browser cannot install apps.')
})

test('the dialog can be opened from More and Settings, and installs (R-507)', async () => {
  offerInstall()
  await show(InstallRow)
  await press('Install Split')
  await screen.findByRole('dialog', { name: 'Install Split' })
  await press('Install')
  expect(prompt).toHaveBeenCalledOnce()
  await press('Close')
  await expectNoDialog()
})

test('Back closes the dialog, and a reload shows it again (R-252)', async () => {
  const { history, unmount } = await show(InstallRow)
  await press('Install Split')
  await screen.findByRole('dialog', { name: 'Install Split' })
  const { href } = history.location
  act(() => history.back())
  await expectNoDialog()
  unmount()
  await show(InstallRow, href)
  expect(await screen.findByRole('dialog', { name: 'Install Split' })).toBeTruthy()
})

test('an installed app has no offer and explains sharing (R-618)', async () => {
  offerInstall()
  await show(() => (
    <>
      <InstallBar />
      <InstallRow />
    </>
  ))
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(offer()).toBeNull()
  await press('Share to Split')
  const dialog = await screen.findByRole('dialog', { name: 'Split is installed' })
  expect(dialog.textContent).not.toContain('Home Screen')
  expect(dialog.textContent).toContain('choose Split')
})
