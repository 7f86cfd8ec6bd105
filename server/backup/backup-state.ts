import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { DbOrTx } from '../db/client.ts'
import { operatorSettings } from '../db/schema.ts'

/** When the nightly backup was last whole, and when it last failed, and why. */
const BackupState = v.object({
  done: v.nullable(v.string()),
  failed: v.nullable(v.string()),
  why: v.nullable(v.string()),
})
export type BackupState = v.InferOutput<typeof BackupState>

const KEY = 'backup'
const NEVER: BackupState = { done: null, failed: null, why: null }

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
