import sharp from 'sharp'
import { withoutUnseen } from '#contract/common.ts'

/** Resolution of a printed name. */
const DPI = 300
const POINTS_PER_INCH = 72

/** Character with ink: no filler of Hangul and no empty Braille pattern, which count as letters. */
const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

/** Picture of a name as PNG, with its size in points. */
type NamePicture = { png: Buffer; width: number; height: number }

/**
 * Draws a name in any script with the fonts of this machine. A long name is made smaller until it
 * fits. A character without a font is drawn as a box with its number. Returns null for a name of
 * invisible characters, which the drawing library refuses.
 */
export async function namePicture(
  name: string,
  { width, height }: { width: number; height: number },
): Promise<NamePicture | null> {
  const text = withoutUnseen(name)
  if (!VISIBLE.test(text)) return null
  const perPoint = DPI / POINTS_PER_INCH
  const [maxWidth, maxHeight] = [Math.floor(width * perPoint), Math.floor(height * perPoint)]
  const { data, info } = await sharp({
    text: {
      text: `<b>${escaped(text)}</b>`,
      font: 'sans 10',
      dpi: DPI,
      rgba: true,
      align: 'centre',
      width: maxWidth,
      wrap: 'word-char',
    },
  })
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width / perPoint, height: info.height / perPoint }
}

/** Escapes a text for Pango markup. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
