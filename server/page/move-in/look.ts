import type { ColourName, MoveInDraft } from '#contract/page/move-in.ts'
import type { PageAccent, PageTheme } from '#contract/page/pages.ts'
import {
  accentNames,
  coloursOf,
  groundNames,
  GROUNDS,
  type GroundName,
} from '../public-page/themes.ts'

/** Lightness from 0 to 1 and the two colour axes of OKLab. */
type Lab = [lightness: number, a: number, b: number]

/** Chroma below which a colour counts as grey. */
const MIN_CHROMA = 0.04

type Found = { background: string | undefined; button: string | undefined }

/**
 * Returns the theme whose background is closest to the page's, and the accent whose hue is closest
 * to its buttons'. Texts stay readable, because each accent is readable on each theme.
 */
export function lookOf({ background, button }: Found): MoveInDraft['look'] {
  if (background === undefined && button === undefined) return null
  const ground = background === undefined ? undefined : closestGround(background)
  const theme: PageTheme = ground ?? 'auto'
  const accent = button === undefined ? 'ink' : closestAccent(ground ?? 'light', button)
  return { theme, accent, background: background === undefined ? null : nameOf(background) }
}

function closestGround(colour: string): GroundName {
  const lab = toLab(colour)
  return closest(groundNames, (name) => distance(lab, toLab(GROUNDS[name].bg)))
}

function closestAccent(ground: GroundName, colour: string): PageAccent {
  const lab = toLab(colour)
  if (chroma(lab) < MIN_CHROMA) return 'ink'
  const coloured = accentNames.filter((name) => name !== 'ink')
  return closest(coloured, (name) => hueDistance(lab, toLab(coloursOf(ground, name).accent)))
}

function closest<Name extends string>(names: readonly Name[], far: (name: Name) => number): Name {
  return names.reduce((best, name) => (far(name) < far(best) ? name : best))
}

/** Hues of OKLab in degrees, each the start of its range. */
const HUES: [from: number, name: ColourName][] = [
  [0, 'pink'],
  [15, 'red'],
  [42, 'orange'],
  [85, 'yellow'],
  [118, 'green'],
  [185, 'blue'],
  [283, 'purple'],
  [330, 'pink'],
]

function nameOf(colour: string): ColourName {
  const lab = toLab(colour)
  if (lab[0] < 0.2) return 'black'
  if (chroma(lab) < MIN_CHROMA) return lab[0] > 0.93 ? 'white' : 'grey'
  return HUES.findLast(([from]) => hue(lab) >= from)?.[1] ?? 'pink'
}

const chroma = ([, a, b]: Lab) => Math.hypot(a, b)
const hue = ([, a, b]: Lab) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
const distance = (one: Lab, other: Lab) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

function hueDistance(one: Lab, other: Lab): number {
  const angle = Math.abs(hue(one) - hue(other))
  return Math.min(angle, 360 - angle)
}

/** Converts `#rrggbb` to OKLab (Björn Ottosson, "A perceptual color space for image processing"). */
function toLab(colour: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const toLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
