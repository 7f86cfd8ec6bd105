import { sql } from 'drizzle-orm'
import type { PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Deps } from '../../../env.ts'
import type { deskPasskeys, passkeys, staffPasskeys } from '../../../platform/db/schema.ts'
import { isHandleOf, isLaterCount } from './answers.ts'
import { finishUsing, refusal, type Credential } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.ts'

type StoredPasskey = {
  table: typeof passkeys | typeof staffPasskeys | typeof deskPasskeys
  row: Credential & { id: string }
  ownerId: string
  /** Tells the owner that a copy of the passkey is in use. */
  reportCopy: () => Promise<unknown>
}

/**
 * Checks the signature of a passkey, stores its counter and returns the id of its owner.
 *
 * @throws FieldError
 */
export async function checkStoredPasskey(
  deps: Deps,
  use: ChallengeUse,
  answer: PasskeyAnswer,
  stored: StoredPasskey | undefined,
): Promise<string> {
  if (!stored || !isHandleOf(answer, stored.ownerId)) throw refusal()
  const { table, row, ownerId, reportCopy } = stored
  const seen = await finishUsing(deps, use, answer, row)
  const used = await deps.db.execute(sql`
    update ${table} set counter = ${seen}, last_used_at = now()
    where ${table.id} = ${row.id} and ${isLaterCount(table.counter, seen)}
    returning 1`)
  if (used.length > 0) return ownerId
  // The device has counted further before, so this signature comes from a copy of the key.
  await reportCopy()
  throw refusal()
}
