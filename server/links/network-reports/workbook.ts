import { configure, TextWriter, Uint8ArrayReader, ZipReader, type Entry } from '@zip.js/zip.js'
import { REPORT_NO_TABLE_TEXT, REPORT_SIZE_TEXT } from '#contract/money/networks.ts'
import { refuseFile } from '../imports/decode.ts'
import type { TableRow } from '../imports/table.ts'

configure({ useWebWorkers: false })

/** Maximum size of an unpacked part. A larger one would not fit into the memory of the thread. */
const MAX_PART_BYTES = 120 * 1024 * 1024
/** First bytes of a ZIP archive, which every XLSX file is. */
const MAGIC = Buffer.from('PK\x03\x04', 'latin1')

export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(MAGIC)

/** Reads the first sheet of an XLSX file. */
export async function readWorkbook(bytes: Buffer): Promise<TableRow[]> {
  try {
    const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes)))
    const entries = new Map((await zip.getEntries()).map((entry) => [entry.filename, entry]))
    const shared = sharedTexts(await partOf(entries, 'xl/sharedStrings.xml'))
    const sheet = await partOf(entries, await firstSheet(entries))
    return [...rowsOf(sheet, shared)]
  } catch (error) {
    if (error instanceof Error && error.name === 'FieldError') throw error
    return refuseFile(REPORT_NO_TABLE_TEXT)
  }
}

type Entries = ReadonlyMap<string, Entry>

/** Returns the text of a part of the archive; '' if it does not exist. */
async function partOf(entries: Entries, name: string): Promise<string> {
  const entry = entries.get(name)
  if (!entry || entry.directory) return ''
  if (entry.uncompressedSize > MAX_PART_BYTES) refuseFile(REPORT_SIZE_TEXT)
  return entry.getData(new TextWriter())
}

/** Returns the path of the first sheet, which need not be `sheet1.xml`. */
async function firstSheet(entries: Entries): Promise<string> {
  const [, id = ''] =
    /<(?:\w+:)?sheet\s[^>]*?\br:id="([^"]+)"/.exec(await partOf(entries, 'xl/workbook.xml')) ?? []
  const links = (await partOf(entries, 'xl/_rels/workbook.xml.rels')).match(
    /<Relationship\s[^>]*>/g,
  )
  const target = (links ?? [])
    .filter((link) => attribute(link, 'Id') === id)
    .map((link) => attribute(link, 'Target'))[0]
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`
  return entries.has(path) ? path : 'xl/worksheets/sheet1.xml'
}

const attribute = (tag: string, name: string) =>
  new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** Returns the texts that cells refer to by number. */
const sharedTexts = (xml: string): string[] =>
  Array.from(xml.matchAll(/<si\b[^>]*>([\s\S]*?)<\/si>|<si\b[^>]*\/>/g), ([, inside = '']) =>
    textIn(inside),
  )

/** Returns the text of all runs, without phonetic hints. */
const textIn = (xml: string): string =>
  Array.from(
    xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g),
    ([, text = '']) => decoded(text),
  ).join('')

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name: string) => {
        if (name !== undefined) return ENTITIES[name] ?? all
        const code = Number.parseInt(String(decimal ?? hex), decimal === undefined ? 16 : 10)
        return code <= 0x10ffff ? String.fromCodePoint(code) : all
      })
    : text

const ROW = /<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g
const CELL = /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g

function* rowsOf(xml: string, shared: readonly string[]): Generator<TableRow> {
  let last = 0
  for (const [, head = '', inside = ''] of xml.matchAll(ROW)) {
    last = Number(/\sr="(\d+)"/.exec(head)?.[1] ?? last + 1)
    const cells: string[] = []
    for (const [, attributes = '', content = ''] of inside.matchAll(CELL)) {
      const column = columnOf(/\sr="([A-Z]+)\d+"/.exec(attributes)?.[1])
      cells[column ?? cells.length] = valueOf(attributes, content, shared).trim()
    }
    const filled = Array.from(cells, (cell: string | undefined) => cell ?? '')
    if (filled.some((cell) => cell !== '')) yield { row: last, cells: filled }
  }
}

/** Maximum number of columns of a sheet. */
const MAX_COLUMN = 500

/** Returns the index of a column such as `AB`; undefined if it is missing or too far right. */
function columnOf(letters: string | undefined): number | undefined {
  if (letters === undefined) return undefined
  const index = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return index > MAX_COLUMN ? MAX_COLUMN : index - 1
}

function valueOf(attributes: string, content: string, shared: readonly string[]): string {
  const type = /\st="(\w+)"/.exec(attributes)?.[1] ?? 'n'
  if (type === 'inlineStr') return textIn(content)
  const value = decoded(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  return type === 'n' ? numberText(value) : value
}

/**
 * Returns a number with no or six decimals, so that its point is never taken for a separator of
 * thousands. Spreadsheets store 12.34 as 12.340000000000002.
 */
function numberText(value: string): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  return Number.isInteger(number) ? BigInt(number).toString() : number.toFixed(6)
}
