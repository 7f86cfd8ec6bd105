import type { ExportFilter } from '#contract/exports.ts'
import type { Deps } from '../../env.ts'

type Line = readonly string[]

/** Returns the lines of an export, the first with the names of the columns. */
export type ExportLines = (deps: Deps, userId: string, filter: ExportFilter) => AsyncGenerator<Line>

/** Yields the names of the columns and a line for each row. Rows are read in lots. */
export async function* linesOf<Row>(
  columns: Line,
  lots: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => Line,
): AsyncGenerator<Line> {
  yield columns
  for await (const rows of lots) for (const row of rows) yield lineOf(row)
}
