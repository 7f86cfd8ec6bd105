import { svgUrl } from './qr.ts'

/** Size in pixels, large enough for a shelf card at 300 dots per inch. */
const PRINT_PIXELS = 1200

/** Saves a drawing as a PNG file. */
export async function savePng(svg: string, name: string): Promise<void> {
  const png = await toPng(svg)
  if (!png) throw new Error('This browser cannot create a PNG')
  download(png, `${name}.png`)
}

/** Saves a drawing as an SVG file, sharp at any size for printing. */
export function saveSvg(svg: string, name: string): void {
  download(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

async function toPng(svg: string): Promise<Blob | null> {
  const image = new Image(PRINT_PIXELS, PRINT_PIXELS)
  // Firefox paints an SVG without a size as empty.
  image.src = svgUrl(svg.replace('<svg ', `<svg width="${PRINT_PIXELS}" height="${PRINT_PIXELS}" `))
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = PRINT_PIXELS
  canvas.height = PRINT_PIXELS
  canvas.getContext('2d')?.drawImage(image, 0, 0, PRINT_PIXELS, PRINT_PIXELS)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

export function download(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
