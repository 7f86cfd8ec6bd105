import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, DbOrTx } from '../../platform/db/client.ts'
import { operatorSettings } from '../../platform/db/schema.ts'

/**
 * Time of the last successful nightly backup, time and reason of the last failure, and time of the
 * last manual backup.
 */
const BackupState = v.object({
  done: v.nullable(v.string()),
  failed: v.nullable(v.string()),
  why: v.nullable(v.string()),
  by_hand: v.optional(v.nullable(v.string()), null),
})
export type BackupState = v.InferOutput<typeof BackupState>

const KEY = 'backup'
const NO_BACKUPS: BackupState = { done: null, failed: null, why: null, by_hand: null }

export async function readBackupState(db: DbOrTx): Promise<BackupState> {
  const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, KEY))
  const parsed = v.safeParse(BackupState, row?.value)
  return parsed.success ? parsed.output : NO_BACKUPS
}

/** Stores what changed. A successful backup clears the last failure. */
export async function noteBackup(db: DbOrTx, changes: Partial<BackupState>): Promise<void> {
  const value = { ...(await readBackupState(db)), ...changes }
  await db
    .insert(operatorSettings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

/** Stores the time of a manual backup. It does not affect the state of the nightly ones. */
export async function noteBackupByHand({ db, sql }: Pick<Database, 'db' | 'sql'>): Promise<void> {
  // A database of an earlier release may not have this table.
  const [found] = await sql`select to_regclass('operator_settings') is not null as "isThere"`
  if (found?.['isThere'] === true) await noteBackup(db, { by_hand: new Date().toISOString() })
}
