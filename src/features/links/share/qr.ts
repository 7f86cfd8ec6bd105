import { drawQr, toSvg } from '#contract/qr/drawing.ts'

/** Returns a QR code with the Split mark as an SVG document, used on screen and for saving. */
export const qrSvg = (text: string, quiet?: number): string =>
  toSvg(drawQr(text), quiet === undefined ? {} : { quiet })

export const svgUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
