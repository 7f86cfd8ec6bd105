/**
 * Start of a cell that a spreadsheet would run as a formula. The pattern also matches cells that
 * were already escaped with apostrophes.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Negative number, which a spreadsheet can add up and does not run. */
const NEGATIVE = /^-\d+(\.\d+)?$/
const ESCAPED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/

/**
 * Adds an apostrophe so that a spreadsheet shows the cell as text. The import removes exactly this
 * apostrophe (D-100).
 */
export const escapeFormula = (cell: string) =>
  FORMULA.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell
export const unescapeFormula = (cell: string) => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell)

/** Byte order mark at the start of a file. Without it, some programs do not recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

const quoteCell = (cell: string) =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Returns one line of a CSV file. A spreadsheet runs nothing in it. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`

/** Joins several values, such as tags, into one cell. Quotes make every value readable again. */
export const listCell = (values: readonly string[]) =>
  values
    .map((value) =>
      /[",;|\r\n]|^[\s[({]|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
    )
    .join(', ')
