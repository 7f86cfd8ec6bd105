import { expect, test, vi } from 'vitest'
import {
  canShareNatively,
  shareHref,
  shareNatively,
  type Shared,
  type ShareTarget,
} from './share-targets.ts'

const shared = { title: 'Mugs & more, 50% off', url: 'https://go.example/s/mugs?a=1&b=2' }

/** Reads the parameters that the target site gets. */
const read = (target: ShareTarget) => {
  const href = shareHref(target, shared)
  const [address, search] = href.split('?', 2)
  return { address, ...Object.fromEntries(new URLSearchParams(search)) }
}

test.each<[ShareTarget, object, string]>([
  [
    'email',
    { address: 'mailto:', subject: shared.title, body: `${shared.title}\r\n${shared.url}` },
    'R-312',
  ],
  [
    'facebook',
    {
      address: 'https://www.facebook.com/sharer/sharer.php',
      u: shared.url,
      quote: shared.title,
    },
    'R-313',
  ],
  [
    'twitter',
    { address: 'https://twitter.com/intent/tweet', text: shared.title, url: shared.url },
    'R-314',
  ],
  ['whatsapp', { address: 'https://wa.me/', text: `${shared.title} ${shared.url}` }, 'R-315'],
])('%s gets title and url, encoded: %o (%s, R-317)', (target, sent) => {
  expect(read(target)).toEqual(sent)
})

test('an email has no plus signs for spaces (R-312)', () => {
  expect(shareHref('email', shared)).not.toContain('+')
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
