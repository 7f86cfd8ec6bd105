import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { press, render, screen, userEvent } from '#support/window/on-screen.ts'
import { Alert } from './alert.tsx'
import { TextField } from '../fields/field.tsx'
import { Modal } from './modal.tsx'
import { SearchField } from '../fields/search-field.tsx'

function Page({ field = false, search = false }) {
  const [open, setOpen] = useState(false)
  const [q, setQ] = useState('lamp')
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <Modal title="New link" onClose={() => setOpen(false)}>
          {field && <TextField name="url" label="Address" autoFocus />}
          {search && <SearchField label="Search" value={q} onChange={setQ} />}
        </Modal>
      )}
    </>
  )
}

test('a modal is a named dialog, and closing it returns the focus', async () => {
  render(<Page />)
  await press('Open')
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'New link' })
  expect(dialog.open).toBe(true)
  expect(dialog.contains(document.activeElement)).toBe(true)
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('focus goes to the field that asks for it, or else to the title', async () => {
  const { unmount } = render(<Page field />)
  await press('Open')
  expect(document.activeElement).toBe(screen.getByLabelText('Address'))
  unmount()
  render(<Page />)
  await press('Open')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New link' }))
})

test('Escape closes a modal, but first clears a search in it', async () => {
  render(<Page search />)
  await press('Open')
  await userEvent.click(screen.getByLabelText('Search'))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an alert without a way out stays open after Escape and a tap outside', async () => {
  const close = vi.fn<() => void>()
  render(
    <Alert
      title="Oops"
      facts={[{ label: 'Status Code', value: 502 }]}
      actions={<button>OK</button>}
    >
      Text
    </Alert>,
  )
  const alert = screen.getByRole<HTMLDialogElement>('alertdialog', { name: 'Oops' })
  await userEvent.keyboard('{Escape}')
  await userEvent.pointer({ keys: '[MouseLeft]', target: alert })
  expect(alert.open).toBe(true)
  alert.close()
  await vi.waitFor(() => expect(alert.open).toBe(true))
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByText('Status Code').nextSibling?.textContent).toBe('502')
})

test('a modal closes for a critical dialog, unless typed text would be lost (R-091)', () => {
  const close = vi.fn<() => void>()
  const { rerender } = render(
    <Modal title="New link" dirty onClose={close}>
      body
    </Modal>,
  )
  dispatchEvent(new Event('split:close-modals'))
  expect(close).not.toHaveBeenCalled()
  rerender(
    <Modal title="New link" onClose={close}>
      body
    </Modal>,
  )
  dispatchEvent(new Event('split:close-modals'))
  expect(close).toHaveBeenCalledOnce()
})
