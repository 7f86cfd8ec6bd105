/** What a spreadsheet would run as a formula; the apostrophes before it are those of the guard. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/

/** An apostrophe makes it text to a spreadsheet. Reading takes away exactly what this added (D-100). */
export const guarded = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)
export const unguarded = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell)

/** Programs that do not look for it take UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\uFEFF'

const quoted = (cell: string) =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** One line of a file that a spreadsheet opens without running anything. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`

/** Many values in one cell, such as tags: a line within the cell, so that any value comes back. */
export const listCell = (values: readonly string[]) =>
  values
    .map((value) => (/[",;|\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(', ')
