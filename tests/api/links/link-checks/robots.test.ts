import { expect, test } from 'vitest'
import { readRobots } from '../../../../server/links/link-checks/robots.ts'
import { isRedirectedHome } from '../../../../server/links/link-checks/verdict.ts'

const may = (text: string, path: string) => readRobots(text, 'SplitBot').mayVisit(path)

test.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /cart # not for you', '/cart/1', false],
  ['User-agent: *\nDisallow: /cart', '/shop/cart', true],
  ['User-agent: *\nDisallow: /\nAllow: /products', '/products/1', true],
  ['User-agent: *\nAllow: /p\nDisallow: /p', '/p', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x', true],
  ['User-agent: *\nDisallow: /*?sort=', '/hats?sort=price', false],
  ['User-agent: otherbot\nDisallow: /', '/a', true],
  ['User-agent: splitbot\nDisallow: /a\n\nUser-agent: *\nDisallow: /', '/b', true],
  ['User-agent: otherbot\nUser-agent: SplitBot\nDisallow: /a', '/a', false],
  ['USER-AGENT: *\r\nDISALLOW: /a\r\n', '/a', false],
  ['<!doctype html><title>Not found</title>', '/a', true],
])('%j and %s: %j (RFC 9309)', (text, path, allowed) => {
  expect(may(text, path)).toBe(allowed)
})

test('no pattern takes long', () => {
  const text = `User-agent: *\nDisallow: /${'*a'.repeat(2000)}b$`
  expect(may(text, `/${'a'.repeat(20_000)}`)).toBe(true)
})

test.each([
  ['https://shop.example/hats/1', 'https://shop.example/', true],
  ['https://shop.example/hats/1', 'https://www.shop.example/en-us/', true],
  ['https://shop.example/hats/1', 'https://shop.example/index.html', true],
  ['https://shop.example/', 'https://shop.example/en/', false],
  ['https://shop.example/?p=12', 'https://shop.example/', true],
  ['https://shop.example/hats/1', 'https://shop.example/hats/one', false],
  ['https://shop.example/hats/1', 'https://shop.example/?p=12', false],
])('from %s to %s: sent home %j', (asked, arrived, isHome) => {
  expect(isRedirectedHome(asked, arrived)).toBe(isHome)
})
