import { isDeepStrictEqual } from 'node:util'

/** What of an edit differs from the stored row, so that saving an untouched form changes nothing. */
export function differing<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> {
  const before = new Map<string, unknown>(Object.entries(row))
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(name)),
  )
  return Object.fromEntries(entries) as Partial<Row>
}
