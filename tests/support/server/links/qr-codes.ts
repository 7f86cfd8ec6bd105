import { PDFiumLibrary } from '@hyzyla/pdfium'
import decodeQr from 'qr/decode.js'
import sharp, { type Sharp } from 'sharp'

/** Returns the text of a QR code in a picture. */
export async function decodePicture(picture: Buffer | Sharp): Promise<string> {
  const image = Buffer.isBuffer(picture) ? sharp(picture) : picture
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQr({ width: info.width, height: info.height, data })
}

/** Page of a PDF as a program shows it: its pixels and the text that can be selected. */
export type ShownPage = { picture: Buffer; width: number; height: number; text: string }

/** Returns the pages of a PDF, rendered by PDFium as in Chrome. `scale` 1 is 72 dots per inch. */
export async function showPdf(file: Buffer, scale: number): Promise<ShownPage[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(new Uint8Array(file))
  const pages: ShownPage[] = []
  for (const page of document.pages()) {
    // Before rendering, which releases what reading the text needs.
    const text = page.getText()
    // oxlint-disable-next-line no-await-in-loop -- PDFium renders one page at a time
    const { data, width, height } = await page.render({ scale, render: 'bitmap' })
    // oxlint-disable-next-line no-await-in-loop
    const picture = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    pages.push({ picture, width, height, text })
  }
  document.destroy()
  library.destroy()
  return pages
}
