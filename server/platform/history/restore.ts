import type { SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db, Tx } from '../db/client.ts'
import type { FieldChanges } from '../db/schema/links/history-schema.ts'
import { ConflictError, FieldError } from '../http/errors.ts'
import { changedSince, readEntries } from './versions.ts'

/** Version to restore: `id` of its entry, and the newest entry that the user has seen. */
export type RestoreRequest = { id: number; latestId: number | undefined; isDryRun: boolean }

/** Carries the result of a dry run out of its transaction, which is undone. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super('dry run')
  }
}

/** Runs a change in a transaction, which a dry run undoes. */
export async function inTransaction<T>(
  db: Db,
  isDryRun: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (isDryRun) throw new Undone(result)
      return result
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}

/** Throws a ConflictError if there are changes that the user has not seen. */
export async function refuseUnseen(
  tx: Tx,
  isOwn: SQL | undefined,
  latestId: number | undefined,
  readLatest: () => Promise<unknown>,
): Promise<void> {
  const fields = latestId === undefined ? [] : await changedSince(tx, isOwn, latestId)
  if (fields.length > 0) throw new ConflictError({ fields, latest: await readLatest() })
}

/**
 * Runs a restore of a link or page. Returns the changes in its entry, and the id of the newest entry
 * unless a dry run undoes it.
 */
export async function recordedChanges(
  tx: Tx,
  isOwn: SQL | undefined,
  isDryRun: boolean,
  change: () => Promise<void>,
): Promise<{ changes: FieldChanges; latest: { latest_id?: number } }> {
  const [before] = await readEntries(tx, isOwn, NEWEST)
  await change()
  const [after] = await readEntries(tx, isOwn, NEWEST)
  return {
    changes: after && after.id !== before?.id ? after.changes : {},
    latest: after && !isDryRun ? { latest_id: after.id } : {},
  }
}

const NEWEST = { page: 1, page_size: 1 }

/** Parses the values of a version as an edit. Throws a FieldError if one is no longer valid. */
export function parseVersion<Schema extends v.GenericSchema>(
  edit: Schema,
  values: Record<string, unknown>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(edit, values)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new FieldError(v.getDotPath(issue)?.split('.')[0] ?? 'non_field_errors', issue.message)
}
