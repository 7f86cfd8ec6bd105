import { isDeepStrictEqual } from 'node:util'

/**
 * Returns the fields of an edit that differ from the stored row, so that saving an unchanged form
 * writes nothing.
 */
export function changedFields<Row extends object>(row: Row, edit: Partial<Row>): Partial<Row> {
  const before = new Map<string, unknown>(Object.entries(row))
  const entries = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(name)),
  )
  return Object.fromEntries(entries) as Partial<Row>
}
