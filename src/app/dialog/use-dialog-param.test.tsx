import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { closeModals } from '#app/problems/close-modals.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { renderAt } from '#support/window/render-at.tsx'
import { goToScreen, useDialogParam } from './use-dialog-param.ts'

function Collection() {
  const dialog = useDialogParam('dialog')
  return (
    <>
      <button type="button" onClick={() => dialog.open('rename')}>
        Rename
      </button>
      {dialog.value === 'rename' && (
        <Modal title="New name" onClose={dialog.close}>
          <button type="button" onClick={dialog.close}>
            Done
          </button>
        </Modal>
      )}
    </>
  )
}

const openShelf = (address = '/shelf?q=oak') => renderAt('/shelf', address, Collection)
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const isOpen = () => screen.queryByRole('dialog', { name: 'New name' }) !== null
const expectOpen = () => waitFor(() => expect(isOpen()).toBe(true))
const expectClosed = () => waitFor(() => expect(isOpen()).toBe(false))

test('a dialog is in the address and closes with its history entry (R-252)', async () => {
  const { history } = await openShelf()
  const entries = history.length
  press('Rename')
  await expectOpen()
  expect(history.location.href).toBe('/shelf?q=oak&dialog=rename')
  press('Done')
  await expectClosed()
  expect(history.location.href).toBe('/shelf?q=oak')
  expect(history.length).toBe(entries + 1)
})

test('Back closes a dialog; one opened by its address leaves that address when closed', async () => {
  const { history, unmount } = await openShelf()
  press('Rename')
  await expectOpen()
  act(() => history.back())
  await expectClosed()
  unmount()
  const again = await openShelf('/shelf?dialog=rename')
  await expectOpen()
  press('Done')
  await expectClosed()
  expect(again.history.location.href).toBe('/shelf')
})

test('closing twice goes back once (R-091)', async () => {
  const { history } = await openShelf()
  press('Rename')
  await expectOpen()
  // Browsers go back asynchronously.
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  act(() => {
    screen.getByRole('button', { name: 'Done' }).click()
    closeModals()
  })
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  act(() => history.back())
  await expectClosed()
  press('Rename')
  await expectOpen()
  press('Done')
  await expectClosed()
})

test('a link in a dialog replaces it, and Back skips the dialog', async () => {
  const { history } = await openShelf()
  const entries = history.length
  press('Rename')
  await expectOpen()
  act(() => goToScreen(history, '/other'))
  await expectClosed()
  expect(history.length).toBe(entries + 1)
  act(() => history.back())
  await waitFor(() => expect(history.location.href).toBe('/shelf?q=oak'))
  act(() => goToScreen(history, '/other'))
  expect(history.length).toBe(entries + 1)
})

test('the focus returns to the element that opened the dialog', async () => {
  await openShelf()
  const opener = screen.getByRole('button', { name: 'Rename' })
  opener.focus()
  press('Rename')
  await expectOpen()
  press('Done')
  await expectClosed()
  expect(document.activeElement).toBe(opener)
})
