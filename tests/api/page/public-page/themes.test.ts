import { describe, expect, test } from 'vitest'
import {
  accentNames,
  coloursOf,
  groundNames,
  themeCss,
  type Colours,
} from '../../../../server/page/public-page/themes.ts'
import { PageAccent, PageTheme } from '#contract/page/pages.ts'

/** Returns the contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05). */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Color pairs that the stylesheet combines, with their minimum contrast. */
const PAIRS: [over: keyof Colours, under: keyof Colours, least: number][] = [
  ['text', 'bg', 4.5],
  ['text', 'sunken', 4.5],
  ['text2', 'bg', 4.5],
  ['text2', 'sunken', 4.5],
  ['accent', 'bg', 4.5],
  ['accent', 'sunken', 4.5],
  ['onAccent', 'accent', 4.5],
  ['edge', 'bg', 3],
]

const LOOKS = groundNames.flatMap((ground) => accentNames.map((accent) => ({ ground, accent })))

describe('a page can be read', () => {
  test('every theme and accent is tested', () => {
    expect(['auto', ...groundNames].sort()).toEqual([...PageTheme.options].sort())
    expect([...accentNames].sort()).toEqual([...PageAccent.options].sort())
  })

  test.each(LOOKS)('in $ground with $accent', ({ ground, accent }) => {
    const colours = coloursOf(ground, accent)
    const poor = PAIRS.filter(
      ([over, under, least]) => contrast(colours[over], colours[under]) < least,
    )
    expect(poor).toEqual([])
  })

  test('the style has the measured colours', () => {
    for (const { ground, accent } of LOOKS) {
      const colours = coloursOf(ground, accent)
      expect(themeCss()).toContain(`--accent:${colours.accent}`)
      expect(themeCss()).toContain(`--bg:${colours.bg}`)
    }
  })
})
