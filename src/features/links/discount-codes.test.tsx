import { expect, test, vi } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { openEdit, save } from '#support/window/edit-link.tsx'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()

const CODED = () => aLink('Oak lamp', { discount_codes: ['ANA20', 'ANA10'], show_code: false })

test('the share panel shows and copies the codes of the shop, also offline', async () => {
  const link = CODED()
  linksServer([link])
  await revalidate('links')
  const { store } = await renderWithDialog(<main>Rank</main>, '/rank')
  showSavedCopy(store)
  store.set(openView, { name: 'share', uuid: link.uuid })
  const dialog = within(await screen.findByRole('dialog', { name: 'Oak lamp' }))
  expect(await dialog.findByRole('button', { name: 'Copy ANA10' })).toBeTruthy()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await userEvent.click(dialog.getByRole('button', { name: 'Copy ANA20' }))
  expect(written).toHaveBeenCalledExactlyOnceWith('ANA20')
})

test('the creator decides in the form of the link whether visitors see the newest code', async () => {
  const { saves } = await openEdit(CODED())
  expect(await screen.findByRole('button', { name: 'Copy ANA10' })).toBeTruthy()
  const shown = screen.getByRole('switch', { name: 'Show ANA20 on your page' })
  expect(shown.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(shown)
  await userEvent.click(save())
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]?.body).toMatchObject({ show_code: true, base: { show_code: false } })
})

test('without a code, nothing is shown', async () => {
  await openEdit(aLink('Oak lamp'))
  expect(await screen.findByLabelText('Goes to')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: /on your page/ })).toBeNull()
  expect(screen.queryByText('Your code')).toBeNull()
})
