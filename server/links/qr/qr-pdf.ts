import { buffer } from 'node:stream/consumers'
// oxlint-disable-next-line import/no-named-as-default -- the types have no named export
import PDFDocument from 'pdfkit'
import { QUIET_ZONE } from '#contract/qr/drawing.ts'
import { namePicture } from './name-picture.ts'
import type { QrCode } from './qr-code.ts'

/** Points per millimetre. PDF measures in points of 1/72 inch. */
const MM = 72 / 25.4
/** Side of a page with one code. */
const PAGE = 100 * MM

/** Layout of a printable sheet in A4. */
const SHEET = { margin: 12 * MM, columns: 3, rows: 4, code: 46 * MM, gap: 2 * MM, nameHeight: 25 }
const PER_PAGE = SHEET.columns * SHEET.rows

type Document = InstanceType<typeof PDFDocument>
type Place = { x: number; y: number; side: number }

/** Code with the name and address that are printed below it. */
export type LabelledCode = { code: QrCode; name: string; address: string }

/** Returns a PDF with one square page that contains the code as vectors. */
export function pagePdf(code: QrCode, title: string): Promise<Buffer> {
  const doc = new PDFDocument({ size: [PAGE, PAGE], margin: 0, info: { Title: title } })
  drawCode(doc, code, { x: 0, y: 0, side: PAGE })
  return finish(doc)
}

/** Returns a PDF with A4 sheets of codes, each with its name and address. */
export async function sheetPdf(codes: readonly LabelledCode[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, info: { Title: 'QR codes' } })
  const width = (doc.page.width - 2 * SHEET.margin) / SHEET.columns
  const height = (doc.page.height - 2 * SHEET.margin) / SHEET.rows
  for (const [n, labelled] of codes.entries()) {
    if (n > 0 && n % PER_PAGE === 0) doc.addPage()
    const x = SHEET.margin + (n % SHEET.columns) * width
    const y = SHEET.margin + (Math.floor(n / SHEET.columns) % SHEET.rows) * height
    // oxlint-disable-next-line no-await-in-loop -- the codes are drawn in their order
    await drawLabelled(doc, labelled, { x, y, width })
  }
  return finish(doc)
}

function finish(doc: Document): Promise<Buffer> {
  doc.end()
  return buffer(doc)
}

async function drawLabelled(
  doc: Document,
  { code, name, address }: LabelledCode,
  { x, y, width }: { x: number; y: number; width: number },
) {
  drawCode(doc, code, { x: x + (width - SHEET.code) / 2, y, side: SHEET.code })
  const [left, inner] = [x + SHEET.gap, width - 2 * SHEET.gap]
  const top = y + SHEET.code + SHEET.gap
  await drawName(doc, name, { x: left, y: top, width: inner })
  doc
    .font('Helvetica')
    .fontSize(8)
    .fillColor('#444444')
    .text(address, left, top + SHEET.nameHeight, {
      width: inner,
      height: 20,
      align: 'center',
      ellipsis: true,
    })
}

/**
 * Characters of the fonts that every PDF reader has. Other names are printed as pictures, because
 * embedding fonts for all scripts would take more than 100 MB.
 */
const PLAIN =
  /^[\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC]*$/

type Box = { x: number; y: number; width: number }

async function drawName(doc: Document, name: string, { x, y, width }: Box) {
  const box = { width, height: SHEET.nameHeight }
  if (PLAIN.test(name)) {
    doc.font('Helvetica-Bold').fontSize(10).fillColor('#000000')
    doc.text(name, x, y, { ...box, align: 'center', ellipsis: true })
    return
  }
  const picture = await namePicture(name, box)
  if (picture) doc.image(picture.png, x + (width - picture.width) / 2, y, { width: picture.width })
}

function drawCode(doc: Document, { drawing, picture }: QrCode, { x, y, side }: Place) {
  const { size, background, modules, shapes } = drawing
  const whole = size + 2 * QUIET_ZONE
  doc.rect(x, y, side, side).fill(background)
  doc.save()
  doc
    .translate(x, y)
    .scale(side / whole)
    .translate(QUIET_ZONE, QUIET_ZONE)
  for (const { path, fill, place } of [modules, ...shapes]) {
    doc.save()
    if (place) doc.translate(place.at, place.at).scale(place.scale)
    doc.path(path).fill(fill, 'even-odd')
    doc.restore()
  }
  if (drawing.picture && picture) {
    const { at, side: width } = drawing.picture
    doc.image(picture, at, at, { width, height: width })
  }
  doc.restore()
}
