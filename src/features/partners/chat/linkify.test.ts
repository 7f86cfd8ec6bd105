import { expect, test } from 'vitest'
import { splitText } from './linkify.ts'

const linksIn = (text: string) => splitText(text).flatMap(({ href }) => href ?? [])

test.each([
  ['See https://shop.example/a.', ['https://shop.example/a']],
  ['(https://shop.example/a)', ['https://shop.example/a']],
  ['https://shop.example/a_(b)', ['https://shop.example/a_(b)']],
  [
    'HTTP://Shop.Example and https://two.example!',
    ['http://shop.example/', 'https://two.example/'],
  ],
  ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ['https://', []],
  ['<a href="https://shop.example/x">y</a>', ['https://shop.example/x']],
  ['https://shop.example/\u202Egpj.exe', ['https://shop.example/']],
  ['split.to/p/ana', []],
])('%j contains the links %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test('all characters of a message are kept', () => {
  for (const text of ['a https://b.example. c', '', 'https://a.example', '\n<b>x</b> https://'])
    expect(
      splitText(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
