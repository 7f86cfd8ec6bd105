export type RasterType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/**
 * Returns the format of a picture by its content, regardless of name and header. Other files never
 * reach the decoder. SVG and PDF are left out because they can contain scripts.
 */
export function rasterType(bytes: Buffer): RasterType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  return ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]/.test(ascii(bytes, 8, 12)) ? 'avif' : null
}

export const isRaster = (bytes: Buffer) => rasterType(bytes) !== null

const startsWith = (bytes: Buffer, signature: number[]) =>
  signature.every((value, index) => bytes[index] === value)

const ascii = (bytes: Buffer, start: number, end: number) =>
  bytes.subarray(start, end).toString('latin1')
