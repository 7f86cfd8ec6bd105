import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, DbOrTx } from '../../platform/db/client.ts'
import { operatorSettings } from '../../platform/db/schema.ts'

/** When the nightly backup was last whole, when it last failed, and why; and when somebody last made one by hand. */
const BackupState = v.object({
  done: v.nullable(v.string()),
  failed: v.nullable(v.string()),
  why: v.nullable(v.string()),
  by_hand: v.optional(v.nullable(v.string()), null),
})
export type BackupState = v.InferOutput<typeof BackupState>

const KEY = 'backup'
const NEVER: BackupState = { done: null, failed: null, why: null, by_hand: null }

export async function readBackupState(db: DbOrTx): Promise<BackupState> {
  const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, KEY))
  const parsed = v.safeParse(BackupState, row?.value)
  return parsed.success ? parsed.output : NEVER
}

/** A backup that is whole ends what was wrong before. */
export async function noteBackup(db: DbOrTx, noted: Partial<BackupState>): Promise<void> {
  const value = { ...(await readBackupState(db)), ...noted }
  await db
    .insert(operatorSettings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

/** One that was made by hand says nothing of the nightly ones. */
export async function noteBackupByHand({ db, sql }: Pick<Database, 'db' | 'sql'>): Promise<void> {
  // A backup may be made of what an earlier release left, where there is nowhere to note it.
  const [found] = await sql`select to_regclass('operator_settings') is not null as "isThere"`
  if (found?.['isThere'] === true) await noteBackup(db, { by_hand: new Date().toISOString() })
}
