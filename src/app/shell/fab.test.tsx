import { ShareNetworkIcon } from '@phosphor-icons/react/ShareNetwork'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { act, fireEvent, press, render, screen, userEvent } from '#support/window/on-screen.ts'
import { Fab, fabOptionsAtom, type FabOption } from './fab.tsx'

afterEach(() => scrollTo(0, 0))

function fab(text: string | null, options: FabOption[] = []) {
  const store = createStore()
  store.set(fabOptionsAtom, options)
  const create = vi.fn<() => void>()
  render(
    <Provider store={store}>
      <Fab text={text} create={create} />
    </Provider>,
  )
  return create
}

test('a button with one action runs it at once (R-084)', async () => {
  const create = fab('Create')
  await press('Create')
  expect(create).toHaveBeenCalledOnce()
})

test('a button with several actions opens options, and a choice closes them (R-084)', async () => {
  const share = vi.fn<() => void>()
  fab(null, [{ label: 'Share your page', icon: ShareNetworkIcon, onSelect: share }])
  const button = screen.getByRole('button', { name: 'Create' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  await press('Share your page')
  expect(share).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Share your page' })).toBeNull()
})

test('the visible label is the accessible name, open and closed (WCAG 2.5.3)', async () => {
  fab('Create', [{ label: 'Share your page', icon: ShareNetworkIcon, onSelect: () => undefined }])
  const button = screen.getByRole('button', { name: 'Create' })
  expect(button.textContent).toBe('Create')
  await userEvent.click(button)
  expect(button.getAttribute('aria-label')).toBe('Close')
  expect(button.textContent).toBe('Close')
})

test('the label is shown until the page is scrolled 48 px (R-084)', () => {
  fab('Create')
  const button = screen.getByRole('button', { name: 'Create' })
  expect(button.hasAttribute('data-small')).toBe(false)
  act(() => {
    scrollTo(0, 49)
    fireEvent.scroll(window)
  })
  expect(button.hasAttribute('data-small')).toBe(true)
})
