import { assert, integer, pre, property } from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, problemOf, tokensOf } from '../../../../server/platform/product/colors.ts'

const hex = integer({ min: 0, max: 0xffffff }).map(
  (value) => `#${value.toString(16).padStart(6, '0')}`,
)

/** Surfaces of both themes on which buttons and links appear. */
const SURFACES = [
  ['#ffffff', '#f3f6f3'],
  ['#0d1210', '#18201c', '#2b3630'],
] as const

test('every accepted colour gives readable buttons and links in both themes', () => {
  assert(
    property(hex, (color) => {
      pre(problemOf(color) === undefined)
      const tokens = tokensOf(color)
      const pair = (name: string) => tokens[name] ?? ['', '']
      for (const theme of [0, 1] as const) {
        for (const state of ['', '-hover', '-pressed'])
          for (const kind of ['action', 'create'])
            expect(
              contrast(pair(kind + state)[theme], pair(`on-${kind}`)[theme]),
            ).toBeGreaterThanOrEqual(4.5)
        for (const surface of SURFACES[theme]) {
          expect(contrast(pair('link')[theme], surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(pair('focus')[theme], surface)).toBeGreaterThanOrEqual(2.7)
        }
        expect(contrast(pair('action')[theme], SURFACES[theme][0])).toBeGreaterThanOrEqual(3)
      }
    }),
    { numRuns: 500 },
  )
})

test('a colour that can hardly be seen on white is refused with its contrast', () => {
  expect(problemOf('#ffee00')).toBe(
    'PRODUCT_COLOR #ffee00 has a contrast of 1.2 to 1 with the white page, and buttons need 3 to 1. Choose a darker colour.',
  )
  expect(problemOf('#0b5fff')).toBeUndefined()
})

test('the product’s colour is used as it is on light pages', () => {
  expect(tokensOf('#0B5FFF')['action']?.[0]).toBe('#0b5fff')
  expect(tokensOf('#0B5FFF')['on-action']?.[0]).toBe('#ffffff')
})
