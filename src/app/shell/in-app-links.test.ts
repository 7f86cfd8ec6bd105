import { fireEvent } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goTo } from '#support/browser-window.ts'
import { followLinks } from './in-app-links.ts'

const open = vi.fn<(href: string) => void>()
const preload = vi.fn<(pathname: string) => void>()
let stop: () => void

beforeEach(() => {
  goTo('https://app.example/splitlinks')
  stop = followLinks({ open, preload })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.clearAllMocks()
})

function link(html: string) {
  document.body.innerHTML = html
  return document.body.querySelector('span') as HTMLElement
}

test('a click on anything in a link navigates without a page load', () => {
  const inside = link('<a href="/rank?a=1#b"><span>Rank</span></a>')
  expect(fireEvent.click(inside)).toBe(false)
  expect(open).toHaveBeenCalledExactlyOnceWith('/rank?a=1#b')
})

test.each([
  ['another site', '<a href="https://shop.example/x"><span>x</span></a>'],
  ['a short link', '<a href="/s/oak"><span>x</span></a>'],
  ['the login page', '<a href="/multi-connect/login"><span>x</span></a>'],
  ['a new tab', '<a href="/rank" target="_blank"><span>x</span></a>'],
  ['a download', '<a href="/rank" download><span>x</span></a>'],
])('%s is left to the browser', (_name, html) => {
  fireEvent.click(link(html))
  expect(open).not.toHaveBeenCalled()
})

test('a click for a new tab opens one', () => {
  const inside = link('<a href="/rank"><span>x</span></a>')
  fireEvent.click(inside, { ctrlKey: true })
  fireEvent.click(inside, { metaKey: true })
  fireEvent.click(inside, { button: 1 })
  expect(open).not.toHaveBeenCalled()
})

test('hovering or focusing a link loads its screen', () => {
  const inside = link('<a href="/rank"><span>x</span></a>')
  fireEvent.pointerOver(inside)
  expect(preload).toHaveBeenCalledWith('/rank')
})
