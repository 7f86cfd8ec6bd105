import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPIED_MS as SPEC_COPIED_MS, TOAST_MS as SPEC_TOAST_MS } from '../../contract/limits.ts'
import { confirm, ConfirmHost } from '../dialog/confirm.tsx'
import { COPIED_MS, CopyButton } from '../copy/copy-button.tsx'
import { Modal } from '../dialog/modal.tsx'
import { toast, TOAST_MS, ToastHost } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => act(() => void vi.runOnlyPendingTimers()))

test('the durations are those of the specification (R-626, R-627)', () => {
  expect(TOAST_MS).toBe(SPEC_TOAST_MS)
  expect(COPIED_MS).toBe(SPEC_COPIED_MS)
})

test('a toast is announced, disappears after 4000 ms, and is replaced by a new one (R-186, R-626)', () => {
  render(<ToastHost />)
  const region = screen.getByRole('status')
  act(() => void toast('One'))
  act(() => void toast('Two'))
  expect(region.textContent).toBe('Two')
  act(() => void vi.advanceTimersByTime(3999))
  expect(region.textContent).toBe('Two')
  act(() => void vi.advanceTimersByTime(1))
  expect(region.textContent).toBe('')
})

test('a toast stays while the pointer is on it', () => {
  render(<ToastHost />)
  act(() => void toast('Hidden', { action: { label: 'Undo', onSelect: () => undefined } }))
  const line = screen.getByText('Hidden')
  fireEvent.pointerEnter(line.parentElement as HTMLElement)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.queryByText('Hidden')).toBeTruthy()
  fireEvent.pointerLeave(line.parentElement as HTMLElement)
  act(() => void vi.advanceTimersByTime(4000))
  expect(screen.queryByText('Hidden')).toBeNull()
})

test('a toast is shown inside the topmost dialog, where it can be read and heard', () => {
  render(
    <>
      <ToastHost />
      <Modal title="Share" onClose={() => undefined}>
        body
      </Modal>
    </>,
  )
  act(() => void toast('Saved'))
  expect(screen.getByRole('dialog').contains(screen.getByText('Saved'))).toBe(true)
})

test('a copy button copies and says Copied for two seconds (R-627)', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  render(<CopyButton variant="button" text="https://split.to/oak" label="Copy" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(write).toHaveBeenCalledExactlyOnceWith('https://split.to/oak')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1990))
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

async function copy() {
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await act(() => vi.advanceTimersByTimeAsync(1))
}

test('a copy button without clipboard access copies in the old way, or says that it failed', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'))
  const old = vi.fn<(command: string) => boolean>().mockReturnValueOnce(true).mockReturnValue(false)
  Object.assign(document, { execCommand: old })
  render(
    <>
      <ToastHost />
      <CopyButton variant="button" text="https://split.to/oak" label="Copy" />
    </>,
  )
  await copy()
  expect(old).toHaveBeenCalledExactlyOnceWith('copy')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(COPIED_MS))
  await copy()
  expect(screen.getByText('Could not copy. Select the text and copy it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
})

test('a question is answered by its buttons, and Escape means no', async () => {
  render(<ConfirmHost />)
  let first: Promise<boolean> | undefined
  act(() => void (first = confirm('Leave?', { ok: 'OK', cancel: 'Cancel' })))
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(await first).toBe(true)
  let second: Promise<boolean> | undefined
  act(() => void (second = confirm('Leave?', { ok: 'OK', cancel: 'Cancel' })))
  fireEvent.keyDown(screen.getByRole('alertdialog', { name: 'Leave?' }), { key: 'Escape' })
  expect(await second).toBe(false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
