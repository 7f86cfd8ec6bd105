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

test('the browser is asked to keep our data once there are links, and once only (offline 8)', async () => {
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

test('storage that lasts already is not asked for', async () => {
  persisted.mockResolvedValue(true)
  count = 3
  requestPersistence()
  await settle()
  expect(persist).not.toHaveBeenCalled()
})

test('without the storage API, and when it refuses, nothing fails (offline 31)', async () => {
  persist.mockRejectedValueOnce(new Error('no'))
  count = 1
  requestPersistence()
  await settle()
  localStorage.clear()
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  expect(() => requestPersistence()).not.toThrow()
})
