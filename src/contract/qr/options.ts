import * as v from 'valibot'
import { list, MAX_ID, token, Uuid } from '../common.ts'

/** Colours and logo of a QR code. */
export type QrLook = {
  /** Colour of the modules as `#rrggbb`. */
  color: string
  background: string
  logo: 'split' | 'picture' | 'none'
}

/** Look in the share panel. It is dark on light in both themes, because scanners need that. */
export const SPLIT_LOOK: QrLook = { color: '#0B3B2A', background: '#FFFFFF', logo: 'split' }

/** Size of a PNG in pixels. The default is large enough for a shelf card at 300 dots per inch. */
const QR_SIZE = { min: 200, default: 1200, max: 2000 }
/** Maximum number of codes on printable sheets. */
export const MAX_SHEET_CODES = 50
/** Minimum contrast ratio between code and background (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3

const Color = v.pipe(token(7), v.regex(/^#[\da-f]{6}$/i, 'Write the colour like #0b3b2a.'))

/** Logo in the middle: none, the Split mark, the user's profile picture, or the id of an upload. */
const Logo = v.union(
  [
    v.picklist(['none', 'split', 'profile']),
    v.pipe(token(10), v.regex(/^[1-9]\d*$/), v.toNumber(), v.maxValue(MAX_ID)),
  ],
  'Use none, split, profile or the id of an uploaded picture.',
)
export type QrLogo = v.InferOutput<typeof Logo>

/** Query of a QR code. */
export const QrQuery = v.object({
  color: v.optional(Color, '#000000'),
  background: v.optional(Color, '#FFFFFF'),
  logo: v.optional(Logo, 'none'),
  /** Source of the clicks through the code, such as `qr`. It becomes `?from=` of the short link. */
  from: v.optional(v.pipe(token(30), v.regex(/^[a-z0-9-]+$/i, 'Use letters, numbers and dashes.'))),
})
export type QrQuery = v.InferOutput<typeof QrQuery>

const SIZE_HELP = `Choose a size from ${QR_SIZE.min} to ${QR_SIZE.max} pixels.`

/** Query of a QR code as PNG. */
export const QrPngQuery = v.object({
  ...QrQuery.entries,
  size: v.optional(
    v.pipe(
      token(4),
      v.regex(/^\d+$/, SIZE_HELP),
      v.toNumber(),
      v.minValue(QR_SIZE.min, SIZE_HELP),
      v.maxValue(QR_SIZE.max, SIZE_HELP),
    ),
    String(QR_SIZE.default),
  ),
})

/** Query of printable sheets: ids of links, separated by commas. */
export const QrSheetQuery = v.object({
  ...QrQuery.entries,
  uuids: v.pipe(
    token(40 * MAX_SHEET_CODES),
    v.transform((ids) => ids.split(',')),
    list(Uuid, MAX_SHEET_CODES, `Choose at most ${MAX_SHEET_CODES} links.`),
  ),
})

/** Returns why a scanner may not read a code in these colours, and undefined if it can. */
export function colorFault(color: string, background: string): string | undefined {
  if (luminance(color) >= luminance(background))
    return 'Choose a colour that is darker than the background.'
  const contrast = (luminance(background) + 0.05) / (luminance(color) + 0.05)
  return contrast < MIN_CONTRAST
    ? 'Choose a darker colour or a lighter background. Scanners need more contrast.'
    : undefined
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
