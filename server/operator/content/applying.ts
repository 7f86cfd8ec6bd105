import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { getTableColumns } from 'drizzle-orm'
import { cutText } from '#contract/text/graphemes.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import type { Mistake } from './read-content.ts'
import type { Place } from './unknown-keys.ts'

/** State of one run: its transaction, changes, warnings and mistakes. */
export type ApplyRun = {
  tx: Tx
  now: Date
  /** Secret that encrypts postback keys. */
  secrets: Pick<Secrets, 'tokens'>
  /** Returns the store key of a picture in the file's folder. '' removes the picture. */
  pictureKey: (name: string) => string
  changes: string[]
  warnings: string[]
  mistakes: Mistake[]
}

type Row = Record<string, unknown>
type SavedRow = { was: Row | undefined; row: Row; changed: Row }

/** Columns that the file sets. Omitted ones are undefined. */
export type ColumnValues = Row

/**
 * Inserts or updates the row with the given key and records the change. An unchanged row is not
 * written.
 */
export async function saveRow(
  applying: ApplyRun,
  { table, by, noun }: { table: PgTable; by: PgColumn; noun: string },
  key: string,
  values: ColumnValues,
): Promise<SavedRow> {
  const { tx, changes } = applying
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const keyName = Object.entries(columns).find(([, column]) => column === by)?.[0] ?? 'key'
  const [was] = (await tx.select().from(table).where(eq(by, key)).for('update')) as Row[]
  const definedValues = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  )
  if (!was) {
    const [row] = (await tx
      .insert(table)
      .values({ ...definedValues, [keyName]: key })
      .returning()) as Row[]
    changes.push(`+ ${noun} ${key}`)
    return { was, row: row ?? {}, changed: definedValues }
  }
  const changed = changedFields(was, definedValues)
  if (Object.keys(changed).length === 0) return { was, row: was, changed }
  await tx.update(table).set(changed).where(eq(by, key))
  const changeTexts = Object.entries(changed).map(([name, next]) =>
    changeText(columns[name]?.name ?? name, was[name], next),
  )
  changes.push(`~ ${noun} ${key}: ${changeTexts.join('; ')}`)
  return { was, row: { ...was, ...changed }, changed }
}

/** Describes a changed column. Picture keys are not shown, and long texts are shortened. */
function changeText(column: string, was: unknown, next: unknown): string {
  const name = column.replace(/_(?:key|at)$/, '')
  if (column === 'archived_at') return next === null ? 'shown again' : 'archived'
  if (column.endsWith('_key')) return next === null ? `${name} taken away` : `another ${name}`
  return `${name} ${formatValue(was)} -> ${formatValue(next)}`
}

const MAX_SHOWN_LENGTH = 60
export function formatValue(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = cutText(text, MAX_SHOWN_LENGTH)
  return shown === text ? text : `"${shown}…"`
}

/**
 * Returns the new archive time: undefined if the file does not say, null to show the entry,
 * otherwise the time when it was first archived.
 */
export const archivedAt = (applying: ApplyRun, archived: boolean | undefined, was: Date | null) =>
  archived === undefined ? undefined : archived ? (was ?? applying.now) : null

export const pictureOf = (applying: ApplyRun, name: string | null | undefined) =>
  name === undefined ? undefined : name === null || name === '' ? null : applying.pictureKey(name)

/**
 * Reports a mistake if the period ends before it starts. `row` has the values after this file,
 * including those that the file omits.
 */
export function checkSpan(applying: ApplyRun, row: Row, at: Place): void {
  const [start, end] = [row['startsAt'], row['endsAt']]
  if (start instanceof Date && end instanceof Date && end <= start) {
    applying.mistakes.push({ at: [...at, 'ends_at'], what: 'it ends before it starts' })
  }
}

export const parseDate = (text: string | null | undefined) =>
  text === undefined ? undefined : text === null ? null : new Date(text)
