import { IMPORT_EMPTY_TEXT, IMPORT_NOT_CSV_TEXT, IMPORT_WORKBOOK_TEXT } from '#contract/imports.ts'
import { decodeAs } from '../parsing/charset.ts'
import { FieldError } from '../../platform/http/errors.ts'

export const refuseFile = (message: string): never => {
  throw new FieldError('file', message)
}

/** First bytes of workbooks: xlsx and ods are zip archives, xls is a compound file. */
const WORKBOOKS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

/** Control characters that are not allowed in a table. Tabs and line breaks are. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

/**
 * Decodes a file and removes its byte order mark. Throws if it is empty, a workbook or not a table.
 */
export function decodeFile(bytes: Buffer, encoding: string): string {
  if (bytes.length === 0) refuseFile(IMPORT_EMPTY_TEXT)
  if (WORKBOOKS.some((magic) => bytes.subarray(0, magic.length).equals(magic)))
    refuseFile(IMPORT_WORKBOOK_TEXT)
  const text = decodeAs(encoding, bytes)
  if (text.trim() === '') refuseFile(IMPORT_EMPTY_TEXT)
  if (CONTROL.test(text) || /^\s*(<[!?a-z]|[{[]\s*["{[\]}])/i.test(text))
    refuseFile(IMPORT_NOT_CSV_TEXT)
  return text
}
