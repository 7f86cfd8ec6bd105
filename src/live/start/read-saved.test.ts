import { afterEach, expect, test, vi } from 'vitest'
import { deleteSavedRows, saveRows, readSavedRows } from './read-saved.ts'

const ANA = '0000000a-0000-4000-8000-000000000000'
const BEN = '0000000b-0000-4000-8000-000000000000'
const ROWS = { window: '390 16px', top: 204, rows: [] }

const refuse = () => {
  throw new DOMException('refused', 'SecurityError')
}

afterEach(() => localStorage.clear())

test('saved rows are for their user only, until they are deleted', () => {
  expect(readSavedRows(ANA)).toBe(null)
  saveRows(ANA, ROWS)
  expect(readSavedRows(ANA)).toEqual(ROWS)
  expect(readSavedRows(BEN)).toBe(null)
  deleteSavedRows()
  expect(readSavedRows(ANA)).toBe(null)
})

test('unchanged rows are not written again', () => {
  const set = vi.spyOn(localStorage, 'setItem')
  saveRows(ANA, ROWS)
  saveRows(ANA, { ...ROWS })
  expect(set).toHaveBeenCalledTimes(1)
  saveRows(ANA, { ...ROWS, top: 205 })
  expect(set).toHaveBeenCalledTimes(2)
})

test('a device without storage, or with other data, draws nothing', () => {
  localStorage.setItem('split-first-rows', '{"uuid":')
  expect(readSavedRows(ANA)).toBe(null)
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(localStorage, method).mockImplementation(refuse)
  saveRows(ANA, ROWS)
  deleteSavedRows()
  expect(readSavedRows(ANA)).toBe(null)
})
