import { svgUrl } from './qr.ts'

/** Large enough for a shelf card at 300 dots per inch. */
const PRINT_PIXELS = 1200

/** Saves a drawing as PNG; as SVG where the browser cannot paint one. */
export async function saveImage(svg: string, name: string): Promise<void> {
  const png = await toPng(svg).catch(() => null)
  const [blob, ending] = png ? [png, 'png'] : [new Blob([svg], { type: 'image/svg+xml' }), 'svg']
  download(blob, `${name}.${ending}`)
}

async function toPng(svg: string): Promise<Blob | null> {
  const image = new Image(PRINT_PIXELS, PRINT_PIXELS)
  // A drawing without a size of its own is painted empty in Firefox.
  image.src = svgUrl(svg.replace('<svg ', `<svg width="${PRINT_PIXELS}" height="${PRINT_PIXELS}" `))
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = PRINT_PIXELS
  canvas.height = PRINT_PIXELS
  canvas.getContext('2d')?.drawImage(image, 0, 0, PRINT_PIXELS, PRINT_PIXELS)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function download(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
