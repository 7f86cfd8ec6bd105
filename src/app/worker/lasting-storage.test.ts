import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepStorage } from './lasting-storage.ts'

let count = 0
let listener: (() => void) | undefined
vi.mock('#live/mirror.ts', () => ({
  linksIndex: () => ({
    list: () => ({ count }),
    subscribe: (heard: () => void) => {
      listener = heard
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
  keepStorage()
  await settle()
  expect(persist).not.toHaveBeenCalled()
  count = 1
  listener?.()
  await settle()
  expect(persist).toHaveBeenCalledOnce()
  keepStorage()
  await settle()
  expect(persist).toHaveBeenCalledOnce()
})

test('storage that lasts already is not asked for', async () => {
  persisted.mockResolvedValue(true)
  count = 3
  keepStorage()
  await settle()
  expect(persist).not.toHaveBeenCalled()
})

test('without the storage API, and when it refuses, nothing fails (offline 31)', async () => {
  persist.mockRejectedValueOnce(new Error('no'))
  count = 1
  keepStorage()
  await settle()
  localStorage.clear()
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  expect(() => keepStorage()).not.toThrow()
})
