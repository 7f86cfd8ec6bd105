import { afterEach, expect, test } from 'vitest'
import { scrollAfterFirstScreen } from './first-scroll.ts'

afterEach(() => sessionStorage.clear())

const place = { location: { hash: '' } }

test('the first screen of a new tab is not scrolled, every later one is', () => {
  const mayScroll = scrollAfterFirstScreen()
  expect([mayScroll(place), mayScroll(place), mayScroll(place)]).toEqual([false, true, true])
})

test('a tab with positions, or an address of a place on the page, is scrolled at once', () => {
  expect(scrollAfterFirstScreen()({ location: { hash: 'faq' } })).toBe(true)
  sessionStorage.setItem('tsr-scroll-restoration-v1_3', '{}')
  expect(scrollAfterFirstScreen()(place)).toBe(true)
})
