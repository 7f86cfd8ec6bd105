import { latestChange } from '../db/changes.ts'
import type { DbOrTx } from '../db/client.ts'
import {
  endCursor,
  inEpoch,
  isAtEnd,
  readCursor,
  toCursor,
  type ListCursor,
} from './list-cursor.ts'

/** Minimum number of changes per response. Changes are small, so few requests matter more. */
const MIN_CHANGES = 100

/** Functions and options of a list, for `changesSince`. */
export type ListChanges<Row> = {
  /** Name from `listName`. */
  list: string
  /** Page size that the app requested. */
  pageSize: number
  /** Returns at most `limit` changes after the cursor, ordered by number and id. */
  after: (cursor: ListCursor, limit: number) => Promise<Row[]>
  placeOf: (row: Row) => ListCursor
}

export type Changes<Row> = { rows: Row[]; cursor: string; has_more: boolean; complete: boolean }

/** Returns the changes in a user's list since a cursor. */
export async function changesSince<Row>(
  db: DbOrTx,
  userId: string,
  since: string,
  { list: name, pageSize, after, placeOf }: ListChanges<Row>,
): Promise<Changes<Row>> {
  const { seq, epoch } = await latestChange(db, userId)
  const list = inEpoch(name, epoch)
  const cursor = readCursor(list, since)
  // This number has not been assigned yet, so the database was replaced or restored.
  if (!cursor || cursor.seq > seq) return { ...NO_CHANGES, cursor: '', complete: false }
  if (isAtEnd(cursor, seq)) return { ...NO_CHANGES, cursor: since }
  const limit = Math.max(pageSize, MIN_CHANGES)
  const found = await after(cursor, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const place = last === undefined ? undefined : placeOf(last)
  const hasMore = found.length > limit
  return {
    rows,
    cursor:
      hasMore && place ? toCursor(list, place) : endCursor(list, Math.max(seq, place?.seq ?? 0)),
    has_more: hasMore,
    complete: true,
  }
}

const NO_CHANGES = { rows: [], has_more: false, complete: true }
