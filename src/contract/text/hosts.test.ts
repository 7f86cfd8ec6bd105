import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { shownHost, shownName, shownUrl } from './hosts.ts'

test.each([
  'bücher.example',
  'żółć.example',
  'việt.example',
  'пример.example',
  'παράδειγμα.example',
  '例子.example',
  '日本語テスト.example',
  'ひらがな.example',
  '한국.example',
  'مثال.example',
  'दुकान.example',
  'ไทย.example',
  'shop.münchen.example',
])('%s is shown in its own letters', (host) => {
  expect(shownHost(domainToASCII(host))).toBe(host)
  expect(shownUrl(`https://${domainToASCII(host)}/xn--a?u=xn--b`)).toBe(
    `https://${host}/xn--a?u=xn--b`,
  )
})

test.each([
  ['mixes Cyrillic and Latin', 'pаypal.example'],
  ['mixes Greek and Latin', 'gοogle.example'],
  ['mixes Han and Latin', 'shop例.example'],
  ['is all look-alikes', 'аррӏе.example'],
  ['is all look-alikes with a digit', 'ѕсоре1.example'],
  ['has a dotless i', 'pıxel.example'],
  ['has a script letter', 'ɡoogle.example'],
  ['has a mark that belongs to no letter', 'x\u0323y.example'],
  ['is a picture', '☕.example'],
])('a host that %s stays in ASCII', (_what, host) => {
  const ascii = domainToASCII(host)
  expect(ascii).toContain('xn--')
  expect(shownHost(ascii)).toBe(ascii)
})

test.each(['xn--', 'xn--a', 'xn--99999999', 'xn---', 'xn--abc-.example'])(
  'an invalid label is unchanged: %s',
  (host) => {
    expect(shownHost(host)).toBe(host)
  },
)

test('each label is decided separately, and a port is kept', () => {
  const [safe, unsafe] = [domainToASCII('bücher'), domainToASCII('аррӏе')]
  expect(shownHost(`${unsafe}.${safe}.example:8443`)).toBe(`${unsafe}.bücher.example:8443`)
})

test('only a host name is treated as one', () => {
  expect(shownName(domainToASCII('bücher.example'))).toBe('bücher.example')
  expect(shownName('About xn--bcher-kva.example')).toBe('About xn--bcher-kva.example')
})
