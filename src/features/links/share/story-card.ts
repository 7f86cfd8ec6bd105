import type { ShortLink } from '#contract/links/short-link.ts'
import { graphemesOf } from '#contract/text/graphemes.ts'
import { serverAddress } from '#http/endpoint.ts'
import { plainUrl, titleOf } from '../short-parts.ts'
import { AD_TAG, canEarn } from './captions.ts'
import { qrSvg, svgUrl } from './qr.ts'

/** Size of stories in pixels. */
export const STORY = { width: 1080, height: 1920 }

/** Colours in both themes, because the picture is used outside the app. */
const INK = '#0B3B2A'
const PAPER = '#FFFFFF'
const PINK = '#FF8FBB'
const FONT = '"Instrument Sans Variable", system-ui, sans-serif'

const EDGE = 90
const PHOTO = { x: EDGE, y: 210, size: STORY.width - 2 * EDGE }
const QR = { x: EDGE, y: 1480, size: 300 }
/** Position of the title; it ends above the code. */
const TITLE = { y: 1210, line: 84, most: 3 }

/**
 * Draws a picture for a story with the photo, the title, and the address as text and as a QR code.
 */
export async function storyCard(link: ShortLink): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = STORY.width
  canvas.height = STORY.height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser has no 2D canvas')
  await document.fonts.load(`650 72px ${FONT}`)
  drawGround(pen)
  const photo = link.image_url && (await loadImage(serverAddress(link.image_url)).catch(() => null))
  if (photo) drawPhoto(pen, photo)
  drawText(pen, link)
  pen.fillStyle = PAPER
  pen.beginPath()
  pen.roundRect(QR.x, QR.y, QR.size, QR.size, 36)
  pen.fill()
  const code = await loadImage(withSize(qrSvg(link.split_url, 2)))
  pen.drawImage(code, QR.x + 14, QR.y + 14, QR.size - 28, QR.size - 28)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('This browser cannot create a PNG')
  return new File([png], `story-${link.short_code}.png`, { type: 'image/png' })
}

/** Firefox paints an SVG without a size as empty. */
const withSize = (svg: string) =>
  svgUrl(svg.replace('<svg ', `<svg width="${QR.size}" height="${QR.size}" `))

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  // Without CORS, pictures from another host would taint the canvas, which then cannot be saved.
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode()
  return image
}

/** Draws the background and the pink triangle. */
function drawGround(pen: CanvasRenderingContext2D) {
  const { width, height } = STORY
  pen.fillStyle = INK
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = PINK
  pen.beginPath()
  pen.moveTo(width, 1330)
  pen.lineTo(width, height)
  pen.lineTo(width - (height - 1330) / 4, height)
  pen.fill()
}

/** Draws the largest centred square of the photo. */
function drawPhoto(pen: CanvasRenderingContext2D, photo: HTMLImageElement) {
  const { naturalWidth: width, naturalHeight: height } = photo
  const side = Math.min(width, height)
  pen.save()
  pen.beginPath()
  pen.roundRect(PHOTO.x, PHOTO.y, PHOTO.size, PHOTO.size, 64)
  pen.clip()
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  pen.drawImage(photo, x, y, side, side, PHOTO.x, PHOTO.y, PHOTO.size, PHOTO.size)
  pen.restore()
}

function drawText(pen: CanvasRenderingContext2D, link: ShortLink) {
  pen.fillStyle = PAPER
  pen.font = `650 72px ${FONT}`
  const width = STORY.width - 2 * EDGE
  const lines = wrapText(titleOf(link), TITLE.most, (text) => pen.measureText(text).width <= width)
  lines.forEach((line, index) => pen.fillText(line, EDGE, TITLE.y + index * TITLE.line))
  const beside = QR.x + QR.size + 40
  pen.font = `600 46px ${FONT}`
  const maxWidth = STORY.width - EDGE - beside
  wrapText(
    plainUrl(link.split_url).replace('/', '/ '),
    3,
    (text) => pen.measureText(text).width <= maxWidth,
  )
    .map((line) => line.replaceAll('/ ', '/'))
    .forEach((line, index) => pen.fillText(line, beside, QR.y + 130 + index * 58))
  if (!canEarn(link)) return
  pen.font = `600 44px ${FONT}`
  pen.fillText(AD_TAG, EDGE, 150)
}

/**
 * Breaks text into lines that fit. A word that is too long is truncated, and surplus text ends in
 * an ellipsis.
 */
export function wrapText(
  text: string,
  maxLines: number,
  fits: (line: string) => boolean,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  lines.push(line)
  const shown = lines.slice(0, maxLines).map((one) => (fits(one) ? one : truncate(one, fits)))
  if (lines.length <= maxLines) return shown
  return [...shown.slice(0, -1), truncate(`${shown.at(-1) ?? ''} …`, fits)]
}

function truncate(text: string, fits: (line: string) => boolean): string {
  let letters = graphemesOf(text.replace(/\s*…$/, ''))
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`))
    letters = letters.slice(0, -1)
  return `${letters.join('').trimEnd()}…`
}
