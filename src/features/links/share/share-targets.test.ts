import { afterEach, expect, test, vi } from 'vitest'
import {
  canShareNatively,
  shareHref,
  shareNatively,
  type Shared,
  type ShareTarget,
} from './share-targets.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const shared = { title: 'Mugs & more, 50% off', url: 'https://go.example/s/mugs?a=1&b=2' }

/** Reads the parameters that the target site gets. */
const read = (target: ShareTarget) => {
  const href = shareHref(target, shared)
  const [address, search] = href.split('?', 2)
  return { address, ...Object.fromEntries(new URLSearchParams(search)) }
}

test('Email opens a mail with title and url (R-312, R-317)', () => {
  expect(read('email')).toEqual({
    address: 'mailto:',
    subject: shared.title,
    body: `${shared.title}\r\n${shared.url}`,
  })
  expect(shareHref('email', shared)).not.toContain('+')
})

test('Facebook gets the url encoded (R-313, R-317)', () => {
  expect(read('facebook')).toEqual({
    address: 'https://www.facebook.com/sharer/sharer.php',
    u: shared.url,
    quote: shared.title,
  })
})

test('Twitter gets title and url (R-314, R-317)', () => {
  expect(read('twitter')).toEqual({
    address: 'https://twitter.com/intent/tweet',
    text: shared.title,
    url: shared.url,
  })
})

test('Whatsapp gets title and url in one text (R-315, R-317)', () => {
  expect(read('whatsapp')).toEqual({
    address: 'https://wa.me/',
    text: `${shared.title} ${shared.url}`,
  })
})

test('the native sheet is used only where it exists, with title and url (R-316)', async () => {
  vi.stubGlobal('navigator', {})
  expect(canShareNatively()).toBe(false)
  const share = vi.fn<(shared: Shared) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { share })
  expect(canShareNatively()).toBe(true)
  await shareNatively(shared)
  expect(share).toHaveBeenCalledWith(shared)
})

const refuse = (name: string) =>
  vi.stubGlobal('navigator', {
    share: () => Promise.reject(new DOMException('no', name)),
  })

test('closing the native sheet is not a failure, another refusal is (R-316)', async () => {
  refuse('AbortError')
  await expect(shareNatively(shared)).resolves.toBeUndefined()
  refuse('NotAllowedError')
  await expect(shareNatively(shared)).rejects.toThrow('no')
})
