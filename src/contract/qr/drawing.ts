import { encode, QrCodeDataType } from 'uqr'
import { SPLIT_LOOK, type QrLook } from './options.ts'

/** Quiet zone in modules that a scanner needs around the code (ISO/IEC 18004). */
export const QUIET_ZONE = 4
/** Radius of the Split mark relative to the code; level H can restore up to 30 % of the code. */
const MARK_RADIUS = 0.13
/** Side of a picture relative to the code, with a margin of one module around it. */
const PICTURE_SIDE = 0.2
const FINDER = 7
const PINK = '#FF79AD'

const MARK = {
  centre: 32,
  radius: 30,
  left: 'M37.89 4.03A21 21 0 0 0 27.73 44.79Z',
  right: 'M36.27 19.21A21 21 0 0 1 26.11 59.97Z',
}

/** Filled shape as an SVG path with the even-odd rule, optionally moved and scaled. */
type Shape = { path: string; fill: string; place?: { at: number; scale: number } }

/** Drawing of a QR code without its quiet zone. One unit is one module. */
export type QrDrawing = {
  size: number
  background: string
  modules: Shape
  shapes: Shape[]
  /** Square in the middle for a picture; null without one. */
  picture: { at: number; side: number } | null
}

/**
 * Draws a QR code. With a logo it has error correction level H, because the logo hides modules.
 *
 * @throws if the text is too long for a QR code.
 */
export function drawQr(text: string, look: QrLook = SPLIT_LOOK): QrDrawing {
  const { color, background, logo } = look
  const { data, types, size } = encode(text, { ecc: logo === 'none' ? 'M' : 'H', border: 0 })
  const isHidden = hiddenArea(size, logo)
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (data[y]?.[x] && types[y]?.[x] !== QrCodeDataType.Position && !isHidden(x, y))
        path += `M${x} ${y}h1v1h-1z`
  const far = size - FINDER
  const finders = [
    [0, 0],
    [far, 0],
    [0, far],
  ].map(([x = 0, y = 0]) => ({ path: finder(x, y), fill: color }))
  return {
    size,
    background,
    modules: { path, fill: color },
    shapes: [...finders, ...(logo === 'split' ? mark(size, color) : [])],
    picture: logo === 'picture' ? pictureOf(size) : null,
  }
}

function hiddenArea(size: number, logo: QrLook['logo']): (x: number, y: number) => boolean {
  const middle = size / 2
  if (logo === 'none') return () => false
  if (logo === 'split')
    return (x, y) => Math.hypot(x + 0.5 - middle, y + 0.5 - middle) < size * MARK_RADIUS
  const { at, side } = pictureOf(size)
  const isInside = (n: number) => n >= at - 1 && n < at + side + 1
  return (x, y) => isInside(x) && isInside(y)
}

/** Returns whole modules, so that no module is cut. */
function pictureOf(size: number): { at: number; side: number } {
  const side = 2 * Math.floor((size * PICTURE_SIDE) / 2) + 1
  return { at: (size - side) / 2, side }
}

const finder = (x: number, y: number) =>
  roundedSquare(x, y, 7, 2.25) +
  roundedSquare(x + 1, y + 1, 5, 1.25) +
  roundedSquare(x + 2, y + 2, 3, 0.9)

function roundedSquare(x: number, y: number, side: number, radius: number): string {
  const straight = side - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return (
    `M${x + radius} ${y}h${straight}${corner(radius, radius)}v${straight}${corner(-radius, radius)}` +
    `h${-straight}${corner(-radius, -radius)}v${-straight}${corner(radius, -radius)}z`
  )
}

function mark(size: number, color: string): Shape[] {
  const scale = (size * MARK_RADIUS * 0.86) / MARK.radius
  const place = { at: size / 2 - MARK.centre * scale, scale }
  return [
    { path: MARK.left, fill: PINK, place },
    { path: MARK.right, fill: color, place },
  ]
}

type SvgOptions = {
  /** Quiet zone in modules. */
  quiet?: number
  /** Address of the picture in the middle, such as a `data:` URL. */
  picture?: string | undefined
}

/** Returns a drawing as an SVG document. */
export function toSvg(
  drawing: QrDrawing,
  { quiet = QUIET_ZONE, picture }: SvgOptions = {},
): string {
  const { size, background, modules, shapes } = drawing
  const whole = size + 2 * quiet
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quiet} ${-quiet} ${whole} ${whole}">` +
    `<rect x="${-quiet}" y="${-quiet}" width="${whole}" height="${whole}" fill="${background}"/>` +
    `<path d="${modules.path}" fill="${modules.fill}" shape-rendering="crispEdges"/>` +
    `${shapes.map(svgShape).join('')}${svgPicture(drawing, picture)}</svg>`
  )
}

function svgShape({ path, fill, place }: Shape): string {
  const move = place
    ? ` transform="translate(${place.at} ${place.at}) scale(${place.scale})"`
    : ' fill-rule="evenodd"'
  return `<path d="${path}" fill="${fill}"${move}/>`
}

function svgPicture({ picture: place }: QrDrawing, picture: string | undefined): string {
  if (!place || picture === undefined) return ''
  const { at, side } = place
  return `<image x="${at}" y="${at}" width="${side}" height="${side}" href="${picture}"/>`
}
