import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Modal } from './dialog/modal.tsx'
import { guardComposition, keyOf } from './keys.ts'
import { SearchField } from './fields/search-field.tsx'
import { Tabs } from './tabs.tsx'

/**
 * The two ways in which browsers report a key of an input method. The second is Safari's, after
 * `compositionend`.
 */
const REPORTS = [
  ['while composing', { isComposing: true, keyCode: 229 }],
  ['after compositionend', { isComposing: false, keyCode: 229 }],
] as const

const press = (key: string, more: object) =>
  fireEvent.keyDown(screen.getByLabelText('Name'), { key, ...more })

let stop: (() => void) | undefined
afterEach(() => stop?.())

test.each(REPORTS)('a key of an input method does not trigger keys of the app, %s', (_, report) => {
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    expect(keyOf(new KeyboardEvent('keydown', { key, ...report }))).toBe('Process')
  expect(keyOf(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13 }))).toBe('Enter')
})

test.each(REPORTS)('Escape does not close a dialog or clear a search, %s', (_, report) => {
  const close = vi.fn<() => void>()
  const change = vi.fn<(text: string) => void>()
  render(
    <Modal title="New link" onClose={close}>
      <SearchField label="Search" value="ラン" onChange={change} />
    </Modal>,
  )
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Escape', ...report })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', ...report })
  expect(change).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 })
  expect(close).toHaveBeenCalledOnce()
})

test.each(REPORTS)('an arrow key does not change the tab, %s', (_, report) => {
  const select = vi.fn<(id: string) => void>()
  const tabs = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ]
  render(<Tabs name="x" label="Lists" tabs={tabs} selected="a" onSelect={select} />)
  fireEvent.keyDown(screen.getByRole('tab', { name: 'A' }), { key: 'ArrowRight', ...report })
  expect(select).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('tab', { name: 'A' }), { key: 'ArrowRight', keyCode: 39 })
  expect(select).toHaveBeenCalledWith('b')
})

test.each(REPORTS)('Enter and Escape have no default effect of the browser, %s', (_, report) => {
  stop = guardComposition()
  render(<input aria-label="Name" />)
  expect(press('Enter', report)).toBe(false)
  expect(press('Escape', report)).toBe(false)
  expect(press('ArrowLeft', report)).toBe(true)
  expect(press('Enter', { keyCode: 13 })).toBe(true)
})
