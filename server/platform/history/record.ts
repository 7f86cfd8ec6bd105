import { isDeepStrictEqual } from 'node:util'
import type { HistoryKind } from '#contract/links/history.ts'
import type { Tx } from '../db/client.ts'
import type { FieldChanges } from '../db/schema/links/history-schema.ts'
import { currentActor } from '../http/actor.ts'

/** Fields of an API object and the columns that hold them. */
export type RecordedFields<Row> = Record<string, keyof Row & string>

/** Cause of a change. The default is an edit. */
export type Cause = {
  kind?: HistoryKind
  restoredFrom?: Date | null
  /** Changes outside of the row, which its entry also contains. */
  more?: FieldChanges
}

type NewEntry = {
  userId: string
  linkId?: string
  pageId?: number
  collectionId?: string
  changes: FieldChanges
  uploadId?: number | null
}

/**
 * Stores entries of the history in the transaction of their change. Each edit does this, so the
 * statement is prepared once.
 */
export async function recordHistory(
  tx: Tx,
  entries: NewEntry[],
  { kind = 'edit', restoredFrom = null }: Cause = {},
): Promise<void> {
  if (entries.length === 0) return
  const actor = currentActor()
  await tx.named('record-history')`
    insert into history_entries (user_id, link_id, page_id, collection_id, changes, upload_id,
      kind, actor_kind, actor_id, actor_name, restored_from)
    select "userId", "linkId", "pageId", "collectionId", changes, "uploadId", ${kind}::text,
      ${actor.kind}::text, ${actor.id}::text, ${actor.name}::text, ${restoredFrom}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(
      "userId" uuid, "linkId" uuid, "pageId" int, "collectionId" uuid, changes jsonb, "uploadId" int)`
}

/** Returns the recorded fields that differ between a row and its new values. */
export function fieldChanges<Row extends object>(
  fields: RecordedFields<Row>,
  row: Row,
  changes: Partial<Row>,
): FieldChanges {
  const after = { ...row, ...changes }
  const differing = Object.entries(fields).flatMap(([field, column]) => {
    if (isDeepStrictEqual(row[column], after[column])) return []
    return [[field, { from: toValue(field, row[column]), to: toValue(field, after[column]) }]]
  })
  return Object.fromEntries(differing) as FieldChanges
}

/** Returns the value of a column as an edit has it. Nothing about a password is stored. */
function toValue(field: string, value: unknown): unknown {
  if (field === 'password') return null
  if (field === 'is_blocked') return value !== null
  if (field === 'rules') return value ?? []
  return value instanceof Date ? value.toISOString() : value
}
