import { parse } from 'csv-parse/sync'

/** A file as a spreadsheet reads it: a record for each line, by column. */
export const rowsOf = (csv: string) =>
  parse<Record<string, string>>(csv, { bom: true, columns: true })
