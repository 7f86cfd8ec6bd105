import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestPersistence } from './lasting-storage.ts'

let count = 0
let listener: (() => void) | undefined
vi.mock('#live/mirror.ts', () => ({
  linksIndex: () => ({
    list: () => ({ count }),
    subscribe: (onChange: () => void) => {
      listener = onChange
      return () => (listener = undefined)
    },
  }),
}))

const persist = vi.fn<() => Promise<boolean>>(async () => true)
const persisted = vi.fn<() => Promise<boolean>>(async () => false)

beforeEach(() => {
  localStorage.clear()
  count = 0
  listener = undefined
  persist.mockClear()
  persisted.mockResolvedValue(false)
  Object.defineProperty(navigator, 'storage', { value: { persist, persisted }, configurable: true })
})
afterEach(() => Reflect.deleteProperty(navigator, 'storage'))

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('persistent storage is requested once, after the first link (offline 8)', async () => {
  requestPersistence()
  await settle()
  expect(persist).not.toHaveBeenCalled()
  count = 1
  listener?.()
  await settle()
  expect(persist).toHaveBeenCalledOnce()
  requestPersistence()
  await settle()
  expect(persist).toHaveBeenCalledOnce()
})

test('persistent storage is not requested again if it was granted', async () => {
  persisted.mockResolvedValue(true)
  count = 3
  requestPersistence()
  await settle()
  expect(persist).not.toHaveBeenCalled()
})

test('a missing storage API or a refusal causes no error (offline 31)', async () => {
  persist.mockRejectedValueOnce(new Error('no'))
  count = 1
  requestPersistence()
  await settle()
  localStorage.clear()
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  expect(() => requestPersistence()).not.toThrow()
})
