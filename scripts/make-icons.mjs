// Draws the PNG icons of public/icons from the SVG files there. Run it after changing an SVG file.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url))

const icons = [
  ['icon.svg', 'icon-192.png', 192],
  ['icon.svg', 'icon-512.png', 512],
  ['icon-maskable.svg', 'icon-maskable-192.png', 192],
  ['icon-maskable.svg', 'icon-maskable-512.png', 512],
  ['icon-mono.svg', 'icon-mono-512.png', 512],
  // iOS rounds the corners itself and shows transparency as black.
  ['icon-maskable.svg', 'apple-touch-icon.png', 180],
  ['favicon.svg', 'favicon-48.png', 48],
]

for (const [from, to, size] of icons) {
  await sharp(folder + from, { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: size < 512 })
    .toFile(folder + to)
  process.stdout.write(`${to}\n`)
}
