import { expect, test } from 'vitest'
import { toArea, toParams } from './crop-geometry.ts'
import { chooseRatio, cropFull, cropThumbnail, flip, openCrops, reset } from './crops.ts'
import { RATIOS, orientationOf, ratioValue } from './ratios.ts'

const portrait = { width: 800, height: 1000 }
const landscape = { width: 1200, height: 900 }
const ratioOf = ({ width, height }: { width: number; height: number }) => width / height

test('the ratios have their specified order (R-286)', () => {
  expect(RATIOS.map(({ label }) => label)).toEqual([
    'Free',
    'Original',
    'Square',
    '9:16',
    '8:10',
    '5:7',
    '3:4',
    '3:5',
    '2:3',
  ])
})

test('a picture at least as high as wide is portrait (R-274, D-42)', () => {
  expect(orientationOf({ width: 200, height: 400 })).toBe('portrait')
  expect(orientationOf({ width: 400, height: 200 })).toBe('landscape')
  expect(orientationOf({ width: 300, height: 300 })).toBe('portrait')
})

test.each([
  ['9:16', 9 / 16],
  ['8:10', 8 / 10],
  ['5:7', 5 / 7],
  ['3:4', 3 / 4],
  ['3:5', 3 / 5],
  ['2:3', 2 / 3],
] as const)('%s is w/h on portrait and the inverse on landscape (R-287)', (ratio, value) => {
  expect(ratioValue({ ratio, orientation: 'portrait' }, portrait)).toBeCloseTo(value)
  expect(ratioValue({ ratio, orientation: 'landscape' }, landscape)).toBeCloseTo(1 / value)
  const { full } = chooseRatio(openCrops(portrait), ratio, portrait)
  expect(ratioOf(full)).toBeCloseTo(value)
})

test('a new picture opens uncropped, with its own ratio and a square thumbnail (R-272, R-285)', () => {
  const crops = openCrops(landscape)
  expect(crops).toMatchObject({ ratio: 'original', orientation: 'landscape' })
  expect(toParams(crops.full, landscape)).toEqual({ x1: 0, y1: 0, x2: 1, y2: 1 })
  expect(crops.thumbnail).toEqual({ x: 150, y: 0, width: 900, height: 900 })
})

test('saved crops are restored from fractions and from pixels (R-289)', () => {
  const full = { x1: 0.1, y1: 0, x2: 0.6, y2: 1 }
  const thumbnail = { x1: 100, y1: 50, x2: 400, y2: 350 }
  const crops = openCrops(landscape, { full, thumbnail })
  expect(crops.full).toEqual({ x: 120, y: 0, width: 600, height: 900 })
  expect(crops.ratio).toBe('2:3')
  expect(crops.thumbnail).toEqual({ x: 100, y: 50, width: 300, height: 300 })
})

test('a saved crop of no known ratio is free, and one outside the picture is ignored', () => {
  expect(openCrops(landscape, { full: { x1: 0, y1: 0, x2: 1, y2: 0.1 } }).ratio).toBe('free')
  const beside = openCrops(landscape, { full: { x1: 5000, y1: 0, x2: 6000, y2: 900 } })
  expect(beside.full).toEqual({ x: 0, y: 0, ...landscape })
})

test('Flip turns the crop and turns it back (R-277)', () => {
  const upright = chooseRatio(openCrops(portrait), '3:5', portrait)
  const lying = flip(upright, portrait)
  expect(ratioOf(lying.full)).toBeCloseTo(5 / 3)
  expect(lying.orientation).toBe('landscape')
  expect(ratioOf(flip(lying, portrait).full)).toBeCloseTo(3 / 5)
})

test('Flip swaps the picture’s own ratio and turns a free crop (R-277, D-42)', () => {
  expect(ratioOf(flip(openCrops(landscape), landscape).full)).toBeCloseTo(900 / 1200)
  const free = cropFull(chooseRatio(openCrops(landscape), 'free', landscape), {
    x: 0,
    y: 0,
    width: 600,
    height: 300,
  })
  expect(ratioOf(flip(free, landscape).full)).toBeCloseTo(1 / 2)
})

test('cropping the full view moves the thumbnail inside it (R-278)', () => {
  const before = cropThumbnail(openCrops(landscape), { x: 0, y: 0, width: 90, height: 90 })
  const { thumbnail } = cropFull(before, { x: 600, y: 100, width: 400, height: 200 })
  expect(thumbnail).toEqual({ x: 700, y: 100, width: 200, height: 200 })
})

test('cropping the thumbnail keeps the full view (R-279)', () => {
  const before = openCrops(landscape)
  const after = cropThumbnail(before, { x: 10, y: 10, width: 90, height: 90 })
  expect(after.full).toBe(before.full)
})

test('Reset restores the whole picture, or the thumbnail’s place in the full view (R-279)', () => {
  const full = { x: 600, y: 100, width: 400, height: 200 }
  const moved = cropThumbnail(cropFull(openCrops(landscape), full), { ...full, width: 200 })
  expect(reset(moved, 'thumbnail', landscape)).toMatchObject({
    full,
    thumbnail: { x: 700, y: 100, width: 200, height: 200 },
  })
  expect(reset(moved, 'full', landscape)).toEqual(openCrops(landscape))
})

test('corners are at most 1 and have at most four decimals (R-288, R-289)', () => {
  const size = { width: 777, height: 333 }
  for (let step = 0; step < 200; step += 1) {
    const area = { x: step * 3.7, y: step * 1.3, width: 40 + step * 4.1, height: 40 + step * 2.7 }
    const params = toParams(area, size)
    for (const corner of Object.values(params)) expect(String(corner)).toMatch(/^[01](\.\d{1,4})?$/)
    expect(Math.max(params.x2, params.y2)).toBeLessThanOrEqual(1)
    expect(params.x2).toBeGreaterThan(params.x1)
    expect(params.y2).toBeGreaterThan(params.y1)
  }
})

test('a square thumbnail is square to the pixel, also after saving (R-285)', () => {
  for (let width = 201; width < 4000; width += 173) {
    const size = { width, height: 4096 - width }
    const saved = toParams(openCrops(size).thumbnail, size)
    const pixels = toArea(saved, size)
    expect(pixels?.width).toBe(pixels?.height)
  }
})
