import { encode, QrCodeDataType } from 'uqr'

/** Colours in both themes, because scanners need dark on light. */
const INK = '#0B3B2A'
const PAPER = '#FFFFFF'
const PINK = '#FF79AD'

/** Quiet zone in modules that a scanner needs around the code. */
const QUIET_ZONE = 4
/** Radius of the logo relative to the code; level H can restore up to 30 % of the code. */
const MARK_RADIUS = 0.13
const FINDER = 7

const MARK = {
  centre: 32,
  radius: 30,
  left: 'M37.89 4.03A21 21 0 0 0 27.73 44.79Z',
  right: 'M36.27 19.21A21 21 0 0 1 26.11 59.97Z',
}

/** Returns a QR code of level H as an SVG document, used on screen, for saving and for printing. */
export function qrSvg(text: string, quiet = QUIET_ZONE): string {
  const { data, types, size } = encode(text, { ecc: 'H', border: 0 })
  const middle = size / 2
  const hidden = (x: number, y: number) =>
    Math.hypot(x + 0.5 - middle, y + 0.5 - middle) < size * MARK_RADIUS

  let modules = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (data[y]?.[x] && types[y]?.[x] !== QrCodeDataType.Position && !hidden(x, y))
        modules += `M${x} ${y}h1v1h-1z`

  const far = size - FINDER
  const finders = [
    [0, 0],
    [far, 0],
    [0, far],
  ].map(([x = 0, y = 0]) => finder(x, y))
  const whole = size + 2 * quiet
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quiet} ${-quiet} ${whole} ${whole}">` +
    `<rect x="${-quiet}" y="${-quiet}" width="${whole}" height="${whole}" fill="${PAPER}"/>` +
    `<path d="${modules}" fill="${INK}" shape-rendering="crispEdges"/>` +
    `${finders.join('')}${mark(middle, size * MARK_RADIUS)}</svg>`
  )
}

const finder = (x: number, y: number) =>
  `<rect x="${x + 0.5}" y="${y + 0.5}" width="6" height="6" rx="1.75" fill="none" stroke="${INK}"/>` +
  `<rect x="${x + 2}" y="${y + 2}" width="3" height="3" rx=".9" fill="${INK}"/>`

function mark(middle: number, radius: number) {
  const scale = (radius * 0.86) / MARK.radius
  const corner = middle - MARK.centre * scale
  return (
    `<g transform="translate(${corner} ${corner}) scale(${scale})">` +
    `<path d="${MARK.left}" fill="${PINK}"/><path d="${MARK.right}" fill="${INK}"/></g>`
  )
}

export const svgUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
