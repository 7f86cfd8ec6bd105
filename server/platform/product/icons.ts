import sharp from 'sharp'
import { ConfigError } from '../config/config-error.ts'

/** Sizes of the icons that show the logo with nothing around it. */
const PLAIN = {
  '/icons/icon-192.png': 192,
  '/icons/icon-512.png': 512,
  '/icons/favicon-48.png': 48,
  // Icons of the browser extension, by their names in its package.
  'icon-16.png': 16,
  'icon-32.png': 32,
  'icon-48.png': 48,
  'icon-128.png': 128,
}
/** Sizes of the icons that phones cut into a shape. Their logo is smaller, on a surface. */
const FILLED = {
  '/icons/icon-maskable-192.png': 192,
  '/icons/icon-maskable-512.png': 512,
  '/icons/apple-touch-icon.png': 180,
}
/** Sizes of the icons of one colour, of which systems use only the shape. */
const SHAPES = { '/icons/icon-mono-96.png': 96, '/icons/icon-mono-512.png': 512 }

const SAFE_SHARE = 0.6
const VECTOR_SIZE = 128
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
/** Maximum number of pixels of a logo that is decoded. */
const MAX_PIXELS = 4096 * 4096

/**
 * Returns all icons of the app with the operator's logo, by path. They are pictures made from it: the
 * file itself, which could contain scripts, is never served. Throws a `ConfigError` if it is no
 * picture.
 */
export async function productIcons(logo: Buffer): Promise<Map<string, Buffer>> {
  try {
    const icons = new Map<string, Buffer>()
    for (const [path, size] of Object.entries(PLAIN)) icons.set(path, await square(logo, size))
    for (const [path, size] of Object.entries(FILLED)) icons.set(path, await onSurface(logo, size))
    for (const [path, size] of Object.entries(SHAPES)) icons.set(path, await shape(logo, size))
    icons.set('/icons/favicon.svg', asVector(await square(logo, VECTOR_SIZE)))
    return icons
  } catch {
    throw new ConfigError('PRODUCT_LOGO must be a PNG or SVG file that can be drawn.')
  }
}

/** Draws the logo as large as it fits into a square. SVG is drawn in that size, so it stays sharp. */
const square = (logo: Buffer, size: number) =>
  sharp(logo, { limitInputPixels: MAX_PIXELS, density: 288 })
    .resize(size, size, { fit: 'contain', background: CLEAR })
    .png()
    .toBuffer()

async function onSurface(logo: Buffer, size: number) {
  const input = await square(logo, Math.round(size * SAFE_SHARE))
  const surface = { width: size, height: size, channels: 3 as const, background: '#ffffff' }
  return sharp({ create: surface }).composite([{ input }]).png().toBuffer()
}

async function shape(logo: Buffer, size: number) {
  const input = await square(logo, size)
  const surface = { width: size, height: size, channels: 4 as const, background: '#000000' }
  return sharp({ create: surface })
    .composite([{ input, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

const asVector = (png: Buffer) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${VECTOR_SIZE} ${VECTOR_SIZE}"><image width="${VECTOR_SIZE}" height="${VECTOR_SIZE}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
