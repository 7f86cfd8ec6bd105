import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { closeModals } from '#app/problems/close-modals.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { renderAt } from '#support/window/render-at.tsx'
import { follow, useDialogParam } from './use-dialog-param.ts'

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

const shelf = (address = '/shelf?q=oak') => renderAt('/shelf', address, Collection)
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
const isOpen = () => screen.queryByRole('dialog', { name: 'New name' }) !== null
const opened = () => waitFor(() => expect(isOpen()).toBe(true))
const closed = () => waitFor(() => expect(isOpen()).toBe(false))

test('a dialog is in the address, and closes with the entry that it made (R-252)', async () => {
  const { history } = await shelf()
  const entries = history.length
  press('Rename')
  await opened()
  expect(history.location.href).toBe('/shelf?q=oak&dialog=rename')
  press('Done')
  await closed()
  expect(history.location.href).toBe('/shelf?q=oak')
  expect(history.length).toBe(entries + 1)
})

test('Back closes it, the address alone opens it, and closing leaves that address', async () => {
  const { history, unmount } = await shelf()
  press('Rename')
  await opened()
  act(() => history.back())
  await closed()
  unmount()
  const again = await shelf('/shelf?dialog=rename')
  await opened()
  press('Done')
  await closed()
  expect(again.history.location.href).toBe('/shelf')
})

test('told twice to close, as by a button and by a lost connection, it goes back once (R-091)', async () => {
  const { history } = await shelf()
  press('Rename')
  await opened()
  // Browsers go back asynchronously.
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  act(() => {
    screen.getByRole('button', { name: 'Done' }).click()
    closeModals()
  })
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  act(() => history.back())
  await closed()
  press('Rename')
  await opened()
  press('Done')
  await closed()
})

test('a link in it takes its place, and Back from there leads past it', async () => {
  const { history } = await shelf()
  const entries = history.length
  press('Rename')
  await opened()
  act(() => follow(history, '/other'))
  await closed()
  expect(history.length).toBe(entries + 1)
  act(() => history.back())
  await waitFor(() => expect(history.location.href).toBe('/shelf?q=oak'))
  act(() => follow(history, '/other'))
  expect(history.length).toBe(entries + 1)
})

test('the focus returns to what opened it', async () => {
  await shelf()
  const opener = screen.getByRole('button', { name: 'Rename' })
  opener.focus()
  press('Rename')
  await opened()
  press('Done')
  await closed()
  expect(document.activeElement).toBe(opener)
})
