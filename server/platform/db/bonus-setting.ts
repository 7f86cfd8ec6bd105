import { eq } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'
import { operatorSettings } from './schema.ts'

type BonusSetting = { on?: unknown; paid_by?: unknown }

/** Returns whether sign-up bonuses are offered. The operator must also name who pays for them. */
export async function isBonusOn(db: DbOrTx): Promise<boolean> {
  const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, 'bonus'))
  const { on, paid_by } = (row?.value ?? {}) as BonusSetting
  return on === true && typeof paid_by === 'string' && paid_by !== ''
}
