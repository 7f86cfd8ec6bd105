import { expect, test, vi } from 'vitest'
import { goTo } from '#support/browser-window.ts'
import { takeLaunches } from './launches.ts'
import { takeShare, withoutShare } from './share-target.ts'

const shared = (fields: Record<string, string>) =>
  withoutShare(new URL(`https://app.example/splitlinks?${new URLSearchParams(fields)}`))
const created = (url: URL) => url.searchParams.get('create_split_link')

test.each([
  [{ share_url: 'https://shop.example/lamp?a=1&b=2#top' }, 'https://shop.example/lamp?a=1&b=2#top'],
  [{ share_text: 'Oak lamp https://shop.example/lamp' }, 'https://shop.example/lamp'],
  [{ share_title: 'Lamp', share_text: '“Nice” (http://shop.example/a).' }, 'http://shop.example/a'],
  [{ share_title: 'https://shop.example/only-a-title' }, 'https://shop.example/only-a-title'],
  [{ share_text: 'shop.example/lamp' }, 'http://shop.example/lamp/'],
  [{ share_text: 'a note without an address' }, '1'],
  [{ share_url: '', share_text: '' }, '1'],
  [{ share_text: 'javascript:alert(1)' }, '1'],
])('the shared %j opens CREATE with %j (R-618, D-03)', (fields, expected) => {
  const url = shared(fields)
  expect(created(url)).toBe(expected)
  expect([...url.searchParams.keys()]).toEqual(['create_split_link'])
})

test('a sign-in returns to the shared address', () => {
  goTo('https://app.example/splitlinks?share_text=https%3A%2F%2Fshop.example%2Flamp')
  const replaced = vi.spyOn(history, 'replaceState')
  takeShare()
  expect(String(replaced.mock.calls[0]?.[2])).toBe(
    'https://app.example/splitlinks?create_split_link=https%3A%2F%2Fshop.example%2Flamp',
  )
})

type Take = (launch: { targetURL?: string | null }) => void

function launched() {
  const setConsumer = vi.fn<(consumer: Take) => void>()
  vi.stubGlobal('launchQueue', { setConsumer })
  const open = vi.fn<(path: string) => void>()
  takeLaunches({ open })
  const take: Take = (launch) => setConsumer.mock.calls[0]?.[0](launch)
  return {
    open,
    take,
    by: (path: string) => take({ targetURL: new URL(path, location.origin).href }),
  }
}

test('a share to the open app navigates in its window', () => {
  goTo('https://app.example/splitlinks')
  const launch = launched()
  launch.by('/splitlinks?share_text=https%3A%2F%2Fshop.example%2Flamp')
  expect(launch.open).toHaveBeenCalledExactlyOnceWith(
    '/splitlinks?create_split_link=https%3A%2F%2Fshop.example%2Flamp',
  )
  vi.unstubAllGlobals()
})

test('the icon focuses the window, shortcuts navigate, and foreign addresses are ignored', () => {
  goTo('https://app.example/rank')
  const launch = launched()
  launch.by('/')
  launch.take({ targetURL: null })
  launch.take({ targetURL: 'https://evil.example/splitlinks' })
  expect(launch.open).not.toHaveBeenCalled()
  launch.by('/splitlinks?create_split_link=1')
  expect(launch.open).toHaveBeenCalledExactlyOnceWith('/splitlinks?create_split_link=1')
  vi.unstubAllGlobals()
})

test('a missing launch queue causes no error (Firefox, Safari; offline 31)', () => {
  expect(() => takeLaunches({ open: () => {} })).not.toThrow()
})
