// Draws the PNG icons of public/icons from the SVG files there. Run it after changing an SVG file.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url))

/**
 * SVG file, PNG file, size in pixels, and number of colours. Files that the app stores for offline
 * use have few colours, so that they stay small.
 */
const icons = [
  ['icon.svg', 'icon-192.png', 192, 16],
  ['icon.svg', 'icon-512.png', 512],
  ['icon-maskable.svg', 'icon-maskable-192.png', 192],
  ['icon-maskable.svg', 'icon-maskable-512.png', 512],
  ['icon-mono.svg', 'icon-mono-512.png', 512],
  // The badge of notifications. Systems draw it at 96 px at most.
  ['icon-mono.svg', 'icon-mono-96.png', 96, 16],
  // iOS rounds the corners itself and shows transparency as black.
  ['icon-maskable.svg', 'apple-touch-icon.png', 180],
  ['favicon.svg', 'favicon-48.png', 48],
]

for (const [from, to, size, colours] of icons) {
  await sharp(folder + from, { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: size < 512, ...(colours && { colours }) })
    .toFile(folder + to)
  process.stdout.write(`${to}\n`)
}
