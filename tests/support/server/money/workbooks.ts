import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes a workbook with one sheet. Numbers become numeric cells, as spreadsheets store them. */
export async function workbookOf(rows: (string | number)[][]): Promise<Uint8Array<ArrayBuffer>> {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cell = (value: string | number, row: number, column: number) => {
    const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="s"><v>${texts.indexOf(value)}</v></c>`
  }
  const sheet = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  )
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Report" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Type="t" Target="worksheets/report.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/report.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  }
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [name, xml] of Object.entries(parts)) await zip.add(name, new TextReader(xml))
  return await zip.close()
}
