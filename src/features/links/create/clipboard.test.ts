import { beforeEach, expect, test, vi } from 'vitest'
import { serverSettings } from '#api/people/settings.ts'
import { urlInText } from '#app/worker/url-in-text.ts'
import { someSettings } from '#support/window/server-settings.ts'
import { readClipboardSoon } from './clipboard.ts'

vi.mock('#api/people/settings.ts')

const SETTINGS = someSettings()

beforeEach(() => {
  localStorage.clear()
  vi.mocked(serverSettings).mockReset().mockResolvedValue(SETTINGS)
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

test('a denied or missing clipboard leaves the field empty, without an error (R-200)', async () => {
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

async function filledIn(copied: string) {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { clipboard: { readText: async () => copied } })
  const found = vi.fn<(url: string) => void>()
  readClipboardSoon(found)
  await vi.advanceTimersByTimeAsync(1000)
  return found.mock.calls.flat()
}

test.each([
  `${location.origin}/s/abc`,
  `${location.origin}/r/ana`,
  `${location.origin}/p/ana`,
  'https://split.example/lamp',
  'http://SPLIT.example/lamp?x=1',
  'Look: https://split.example/lamp.',
])('an address of the app, %s, is not filled in (R-173, R-199)', async (copied) => {
  expect(await filledIn(copied)).toEqual([])
})

test.each(['https://split.example.com/lamp', 'https://shop.example/s/lamp'])(
  '%s is not an address of the app and is filled in (R-199)',
  async (copied) => {
    expect(await filledIn(copied)).toEqual([copied])
  },
)

test('while the host of short links is unknown, a copied address is filled in (R-199)', async () => {
  vi.mocked(serverSettings).mockRejectedValue(new Error('away'))
  expect(await filledIn('https://shop.example/lamp')).toEqual(['https://shop.example/lamp'])
})
