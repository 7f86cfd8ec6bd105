import { expect, test, vi } from 'vitest'
import { copyTextLater } from './copy-text.ts'

/**
 * Behaves like Safari: writing after an `await` is refused. Returns a function that ends the touch.
 */
function mockSafari() {
  let inTouch = true
  const { clipboard } = navigator
  const [write, writeText] = [clipboard.write.bind(clipboard), clipboard.writeText.bind(clipboard)]
  const within = () =>
    inTouch ? Promise.resolve() : Promise.reject(new DOMException('', 'NotAllowedError'))
  vi.spyOn(clipboard, 'write').mockImplementation(async (items) => {
    await within()
    for (const item of items) await item.getType('text/plain')
    return write(items)
  })
  vi.spyOn(clipboard, 'writeText').mockImplementation(async (text) => {
    await within()
    return writeText(text)
  })
  return () => {
    inTouch = false
  }
}

test('text that has to be loaded first is promised to the clipboard within the touch', async () => {
  const endTouch = mockSafari()
  const touchIsOver = new Promise<void>((resolve) => {
    setTimeout(resolve)
  })
  const copied = copyTextLater(touchIsOver.then(() => 'one\ntwo'))
  endTouch()
  expect(await copied).toBe(true)
  expect(await navigator.clipboard.readText()).toBe('one\ntwo')
})

test('a text that fails to load leaves the clipboard unchanged', async () => {
  mockSafari()
  await navigator.clipboard.writeText('before')
  expect(await copyTextLater(Promise.reject(new Error('no rows')))).toBe(false)
  expect(await navigator.clipboard.readText()).toBe('before')
})

test('a browser without clipboard promises gets the text when it is loaded', async () => {
  vi.stubGlobal('ClipboardItem', undefined)
  expect(await copyTextLater(Promise.resolve('late'))).toBe(true)
  expect(await navigator.clipboard.readText()).toBe('late')
})
