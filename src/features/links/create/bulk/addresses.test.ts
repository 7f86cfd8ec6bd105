import { expect, test } from 'vitest'
import { countAddresses, readEntries } from './addresses.ts'

const A = 'https://shop.example/a'
const B = 'https://shop.example/b'

test.each<[string, string, string[]]>([
  ['one per line', `${A}\n${B}`, [A, B]],
  ['lines of Windows, with empty ones', `${A}\r\n\r\n  ${B}\r\n`, [A, B]],
  ['separated by spaces', `${A}  ${B}`, [A, B]],
  ['separated by tabs', `${A}\t${B}`, [A, B]],
  ['separated by commas', `${A},${B}, ${A}`, [A, B, A]],
  ['separated by semicolons', `${A};${B}`, [A, B]],
  [
    'without a scheme',
    'shop.example, www.shop.example\nshop.example/c',
    ['shop.example', 'www.shop.example', 'shop.example/c'],
  ],
  ['without a scheme and without spaces', 'a.example,b.example/x', ['a.example', 'b.example/x']],
  [
    'with a port and letters of other alphabets',
    'shop.example:8080 bücher.example',
    ['shop.example:8080', 'bücher.example'],
  ],
  ['in a list with marks', `- ${A}\n2. ${B}\n* shop.example`, [A, B, 'shop.example']],
  ['with text around them', `Oak lamp: ${A}\nand (see ${B}).`, [A, B]],
  ['in Markdown and HTML', `[Lamp](${A})\n<a href="${B}">Chair</a>\n<${A}>`, [A, B, A]],
  ['with a comma in the path', `${A},b ${B}`, [`${A},b`, B]],
  ['with an address as parameter', `${A}?to=${B}`, [`${A}?to=${B}`]],
  ['with brackets of their own', `${A}_(oak)\n(${B})`, [`${A}_(oak)`, B]],
  ['beside words that only look like hosts', `It costs 12.50.Then buy.it ${A}`, [A]],
])('finds addresses %s', (_, text, entries) => {
  expect(readEntries(text)).toEqual(entries)
})

test('names each line without an address', () => {
  const entries = readEntries(`My lamps\n${A}\nana@shop.example`)
  expect(entries).toEqual(['My lamps', A, 'ana@shop.example'])
  expect(countAddresses(entries)).toBe(1)
})
