import { describe, expect } from 'vitest'
import { withPeople } from '#support/server/creator.ts'
import { startMovingIn } from '#support/server/page/moving-in.ts'
import { coloursOf } from '../../../../server/page/public-page/themes.ts'

const { server, read } = await startMovingIn()
const test = withPeople(server)

const LINK = '<a href="https://shop.example/" class="button">Shop</a>'

describe.each([
  [
    'a dark style',
    '<style>body{background-color:#101214}.button{background:#ff4d88}</style>',
    'dark',
    'pink',
    'black',
  ],
  ['a green root', '<style>:root{--page-background:#0b3b2a}</style>', 'evergreen', 'ink', 'green'],
  [
    'a warm gradient',
    '<body style="background:linear-gradient(180deg, rgb(250, 240, 225), #fff)">',
    'sand',
    'ink',
    'white',
  ],
  [
    'white and blue',
    '<style>html,body{margin:0;background:white}.btn-x{background-color:hsl(220, 90%, 50%)}</style>',
    'light',
    'blue',
    'white',
  ],
  [
    'a colour for the browser',
    '<meta name="theme-color" content="#0d1110">',
    'dark',
    'ink',
    'black',
  ],
] as const)('%s', (_, style, theme, accent, background) => {
  test('gives the closest theme', async ({ ana }) => {
    const { look } = await read(ana, `${style}${LINK}`)
    expect(look).toEqual({ theme, accent, background })
  })
})

test('a page without colours gives none', async ({ ana }) => {
  expect((await read(ana, LINK)).look).toBeNull()
})

/** Returns the relative luminance of a colour in `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [luminance(one), luminance(other)].toSorted((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

test('text and buttons stay readable for any colours', async ({ ana, ben }) => {
  const parts = ['00', '80', 'ff']
  const all = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))
  for (const [n, colour] of all.entries()) {
    const button = all[(n * 7) % all.length]
    // oxlint-disable-next-line no-await-in-loop
    const { look } = await read(
      n % 2 === 0 ? ana : ben,
      `<style>body{background:${colour}}.btn{background:${button}}</style>${LINK}`,
    )
    if (!look || look.theme === 'auto') throw new Error('no theme')
    const { bg, text, accent, onAccent } = coloursOf(look.theme, look.accent)
    expect(contrast(text, bg)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(accent, bg)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
  }
})
