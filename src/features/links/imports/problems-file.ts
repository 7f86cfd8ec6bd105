import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import type { ImportProblem } from '#contract/imports.ts'

/**
 * Returns the rows with problems as a CSV file, with an extra column for the problem that an import
 * ignores. Surplus cells come last, so that no data is lost and the row stays invalid until the
 * user corrects it.
 */
export const problemsFile = (header: string[], problems: ImportProblem[]): string =>
  BYTE_ORDER_MARK +
  [
    [...header, 'problem'],
    ...problems.map(({ cells, column, message }) => [
      ...header.map((_, index) => cells[index] ?? ''),
      column === '' ? message : `${column}: ${message}`,
      ...cells.slice(header.length),
    ]),
  ]
    .map(csvLine)
    .join('')

export function saveProblems(header: string[], problems: ImportProblem[], name: string): void {
  const blob = new Blob([problemsFile(header, problems)], { type: 'text/csv' })
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(blob)
  anchor.download = `${name.replace(/\.\w+$/, '') || 'import'}-errors.csv`
  anchor.click()
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000)
}
