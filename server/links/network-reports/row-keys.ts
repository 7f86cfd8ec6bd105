import { createHash } from 'node:crypto'
import type { ReportRow, UnkeyedRow } from './report-rows.ts'

/**
 * Gives each row a key that is the same in every report. Rows with a unique id get it as their key,
 * and the last version in the file counts. Other rows are identified by their content and the
 * number of equal rows before them, so equal rows within a report are all counted, and the same
 * rows in another report are not counted again.
 */
export function withKeys(rows: readonly UnkeyedRow[], hasUniqueId: boolean): ReportRow[] {
  const occurrences = new Map<string, number>()
  const found = new Map<string, ReportRow>()
  for (const { id, ...row } of rows) {
    if (hasUniqueId && id !== '') {
      const key = `i:${id}`
      const known = found.get(key)
      if (!known || isSettled(row) || !isSettled(known)) found.set(key, { ...row, key })
      continue
    }
    const content = hashOf({ id, ...row })
    const number = (occurrences.get(content) ?? 0) + 1
    occurrences.set(content, number)
    const key = `c:${content}:${number}`
    found.set(key, { ...row, key })
  }
  return [...found.values()]
}

const isSettled = ({ status }: { status: string }) => status !== 'pending'

/** Hashes what identifies a row. The status is not part of it, because it changes. */
function hashOf(row: UnkeyedRow): string {
  const { id, happenedAt, order, item, title, subId, micros, saleMicros, currency } = row
  const parts = [id, happenedAt, order, item, title, subId, micros, saleMicros, currency]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
