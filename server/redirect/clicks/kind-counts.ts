import { list } from '../../platform/db/array-literal.ts'
import { part } from '../../platform/db/sql.ts'
import { KIND } from './kinds.ts'

type Counted = { byKind: readonly number[] }

/**
 * Returns the counts by kind as arguments of an `unnest`, in the order human, unique, bot, preview,
 * duplicate, own.
 */
export function kindColumns(rows: readonly Counted[]) {
  const counts = (kind: number) => list(rows.map(({ byKind }) => byKind[kind] ?? 0))
  return part`
    ${counts(KIND.human)}::text::int[], ${counts(KIND.unique)}::text::int[],
    ${counts(KIND.bot)}::text::int[], ${counts(KIND.preview)}::text::int[],
    ${counts(KIND.duplicate)}::text::int[], ${counts(KIND.own)}::text::int[]`
}

/** Returns one row for each kind that has clicks. */
export const rowsByKind = <Row extends Counted>(rows: readonly Row[]) =>
  rows.flatMap((row) =>
    row.byKind.flatMap((clicks, kind) => (clicks > 0 ? [{ ...row, kind, clicks }] : [])),
  )
