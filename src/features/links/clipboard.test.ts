import { afterEach, expect, test, vi } from 'vitest'
import { urlInText } from '#app/url-in-text.ts'
import { readClipboardSoon } from './clipboard.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['https://x.y/z', 'https://x.y/z'],
  ['  https://x.y/z?a=1#b \n', 'https://x.y/z?a=1#b'],
  ['Look: https://shop.example/lamp. Nice', 'https://shop.example/lamp'],
  ['(http://shop.example/a) and https://b.example', 'http://shop.example/a'],
  ['hello', null],
  ['http is a protocol', null],
  ['', null],
])('copied text %j fills in %j (R-199)', (copied, expected) => {
  expect(urlInText(copied)).toBe(expected)
})

test('the clipboard is read 500 ms after opening, not before (R-200)', async () => {
  vi.useFakeTimers()
  const readText = vi.fn<() => Promise<string>>(async () => 'https://x.y/z')
  vi.stubGlobal('navigator', { clipboard: { readText } })
  const found = vi.fn<(url: string) => void>()
  readClipboardSoon(found)
  await vi.advanceTimersByTimeAsync(499)
  expect(readText).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toHaveBeenCalledWith('https://x.y/z')
})

test('a denied or missing clipboard leaves the field alone, without an error (R-200)', async () => {
  vi.useFakeTimers()
  const found = vi.fn<(url: string) => void>()
  vi.stubGlobal('navigator', { clipboard: { readText: () => Promise.reject(new Error('denied')) } })
  readClipboardSoon(found)
  await vi.advanceTimersByTimeAsync(1000)
  vi.stubGlobal('navigator', {})
  readClipboardSoon(found)
  await vi.advanceTimersByTimeAsync(1000)
  expect(found).not.toHaveBeenCalled()
})

test('closing before the half second cancels the reading (R-200)', async () => {
  vi.useFakeTimers()
  const readText = vi.fn<() => Promise<string>>(async () => 'https://x.y/z')
  vi.stubGlobal('navigator', { clipboard: { readText } })
  readClipboardSoon(() => undefined)()
  await vi.advanceTimersByTimeAsync(1000)
  expect(readText).not.toHaveBeenCalled()
})
