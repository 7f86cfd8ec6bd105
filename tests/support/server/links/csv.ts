import { parse } from 'csv-parse/sync'

/** Parses CSV into one record per line, by column. */
export const rowsOf = (csv: string) =>
  parse<Record<string, string>>(csv, { bom: true, columns: true })
