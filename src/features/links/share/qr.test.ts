import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrSvg } from './qr.ts'

const url = 'https://go.example/s/oak-lamp'

/** Reads the dark modules back from the drawing. */
function drawn(svg: string) {
  const modules = /<path d="([^"]*)" fill="#0B3B2A" shape/.exec(svg)?.[1] ?? ''
  return new Set([...modules.matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => `${x},${y}`))
}

test('the code is dark on white in every theme, with four quiet modules (R-215)', () => {
  const { size } = encode(url, { ecc: 'H', border: 0 })
  const svg = qrSvg(url)
  expect(svg).toContain(`viewBox="-4 -4 ${size + 8} ${size + 8}"`)
  expect(svg).toContain('fill="#FFFFFF"')
  expect(svg).not.toMatch(/currentColor|var\(/)
})

test('the logo covers far fewer modules than level H can repair (R-215)', () => {
  const { data, size } = encode(url, { ecc: 'H', border: 0 })
  const shown = drawn(qrSvg(url))
  let missing = 0
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) {
      const finder = (x < 7 && y < 7) || (x >= size - 7 && y < 7) || (x < 7 && y >= size - 7)
      if (finder || dark === shown.has(`${x},${y}`)) continue
      missing += 1
      expect(dark).toBe(true)
      expect(Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2)).toBeLessThan(size * 0.13)
    }
  expect(missing).toBeGreaterThan(0)
  expect(missing / (size * size)).toBeLessThan(0.06)
})
