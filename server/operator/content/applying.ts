import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { getTableColumns } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { differing } from '../../platform/lists/differing.ts'
import type { Mistake } from './read-content.ts'
import type { Place } from './unknown-keys.ts'

/** One run of a file over the tables: what it does, and what is to be said of it. */
export type Applying = {
  tx: Tx
  now: Date
  /** What postback keys are encrypted with. */
  secrets: Pick<Secrets, 'tokens'>
  /** The store's name of a picture beside the file; '' takes one away. */
  pictureKey: (name: string) => string
  changes: string[]
  warnings: string[]
  mistakes: Mistake[]
}

type Row = Record<string, unknown>
type Saved = { was: Row | undefined; row: Row; changed: Row }

/** What of a thing is named in the file, as its columns; what is left out is undefined. */
export type Wanted = Row

/** Makes or changes the row that a key names, and says so; a row that is so already is left alone. */
export async function saveRow(
  applying: Applying,
  { table, by, noun }: { table: PgTable; by: PgColumn; noun: string },
  key: string,
  wanted: Wanted,
): Promise<Saved> {
  const { tx, changes } = applying
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const keyName = Object.entries(columns).find(([, column]) => column === by)?.[0] ?? 'key'
  const [was] = (await tx.select().from(table).where(eq(by, key)).for('update')) as Row[]
  const given = Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined),
  )
  if (!was) {
    const [row] = (await tx
      .insert(table)
      .values({ ...given, [keyName]: key })
      .returning()) as Row[]
    changes.push(`+ ${noun} ${key}`)
    return { was, row: row ?? {}, changed: given }
  }
  const changed = differing(was, given)
  if (Object.keys(changed).length === 0) return { was, row: was, changed }
  await tx.update(table).set(changed).where(eq(by, key))
  const said = Object.entries(changed).map(([name, next]) =>
    changeText(columns[name]?.name ?? name, was[name], next),
  )
  changes.push(`~ ${noun} ${key}: ${said.join('; ')}`)
  return { was, row: { ...was, ...changed }, changed }
}

/** Long texts and names of files are not worth reading twice. */
function changeText(column: string, was: unknown, next: unknown): string {
  const name = column.replace(/_(?:key|at)$/, '')
  if (column === 'archived_at') return next === null ? 'shown again' : 'archived'
  if (column.endsWith('_key')) return next === null ? `${name} taken away` : `another ${name}`
  return `${name} ${shown(was)} -> ${shown(next)}`
}

const MOST_SHOWN = 60
export function shown(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `"${text.slice(0, MOST_SHOWN)}…"` : text
}

/** Left out: as it was; `true` hides it, since the first time that was said. */
export const archivedAt = (applying: Applying, archived: boolean | undefined, was: Date | null) =>
  archived === undefined ? undefined : archived ? (was ?? applying.now) : null

export const pictureOf = (applying: Applying, name: string | null | undefined) =>
  name === undefined ? undefined : name === null || name === '' ? null : applying.pictureKey(name)

/** Both ends as they are after this file, told apart from what it leaves out. */
export function checkSpan(applying: Applying, row: Row, at: Place): void {
  const [start, end] = [row['startsAt'], row['endsAt']]
  if (start instanceof Date && end instanceof Date && end <= start) {
    applying.mistakes.push({ at: [...at, 'ends_at'], what: 'it ends before it starts' })
  }
}

export const momentOf = (text: string | null | undefined) =>
  text === undefined ? undefined : text === null ? null : new Date(text)
