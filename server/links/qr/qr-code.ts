import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { drawQr, toSvg, type QrDrawing } from '#contract/qr/drawing.ts'
import { colorFault, type QrQuery } from '#contract/qr/options.ts'
import { SOURCE_PARAMETER } from '#contract/sources.ts'
import { withParams } from '#contract/text/query-params.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { readLogo } from './logo.ts'

/** QR code of a text. `picture` is the logo as PNG; null for other logos. */
export type QrCode = { text: string; drawing: QrDrawing; picture: Buffer | null }

/** Maximum size in pixels of a picture that is decoded, which takes a few milliseconds. */
const MAX_DECODED_SIZE = 480

/**
 * Creates the QR code of each address in the same look. Decodes every code from its own pixels.
 *
 * @throws FieldError at the colour or logo if a scanner could not read the result.
 */
export async function createQrCodes(
  deps: Deps,
  userId: string,
  addresses: string[],
  { color, background, logo, from }: QrQuery,
): Promise<QrCode[]> {
  const fault = colorFault(color, background)
  if (fault !== undefined) throw new FieldError('color', fault)
  const picture = await readLogo(deps, userId, logo)
  const look = {
    color,
    background,
    logo: picture ? 'picture' : logo === 'split' ? logo : 'none',
  } as const
  const field = logo === 'none' ? 'color' : 'logo'
  const codes: QrCode[] = []
  for (const address of addresses) {
    const text = from === undefined ? address : withParams(address, [[SOURCE_PARAMETER, from]])
    const code = { text, drawing: drawQr(text, look), picture }
    // One after the other, so that 50 codes do not occupy all threads.
    // oxlint-disable-next-line no-await-in-loop
    await requireReadable(code, await toPng(code, MAX_DECODED_SIZE), field)
    codes.push(code)
  }
  return codes
}

/** Returns a code as an SVG document that needs no other file. */
export const svgOf = ({ drawing, picture }: QrCode): string =>
  toSvg(drawing, {
    picture: picture ? `data:image/png;base64,${picture.toString('base64')}` : undefined,
  })

/**
 * Returns a code as PNG after decoding its pixels.
 *
 * @throws FieldError if the code is too fine for this size.
 */
export async function pngOf(code: QrCode, size: number): Promise<Buffer> {
  const png = await toPng(code, size)
  await requireReadable(code, png, 'size')
  return png
}

function toPng(code: QrCode, size: number): Promise<Buffer> {
  const sized = svgOf(code).replace('<svg ', `<svg width="${size}" height="${size}" `)
  return sharp(Buffer.from(sized)).removeAlpha().png().toBuffer()
}

const UNREADABLE = {
  color: 'Scanners could not read this code. Choose other colours.',
  logo: 'Scanners could not read this code. Choose another logo.',
  size: 'Scanners could not read this code. Choose a larger size.',
}

async function requireReadable(
  { text }: QrCode,
  png: Buffer,
  field: keyof typeof UNREADABLE,
): Promise<void> {
  const { data, info } = await sharp(png)
    .resize(MAX_DECODED_SIZE, MAX_DECODED_SIZE, { withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (decoded({ width: info.width, height: info.height, data }) !== text)
    throw new FieldError(field, UNREADABLE[field])
}

function decoded(pixels: { width: number; height: number; data: Buffer }): string | undefined {
  try {
    return decodeQr(pixels)
  } catch {
    return undefined
  }
}
