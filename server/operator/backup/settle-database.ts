import type { ClientBase } from 'pg'
import { EPOCH, newEpoch } from '../../platform/db/changes.ts'
import { STORAGE_KEY } from '../installation/shared.ts'

/**
 * Resets what no longer applies after a restore. The stored picture location is deleted, and the
 * first server that starts sets it again. A new epoch makes devices read their lists again, because
 * they may have seen newer data; their unsent changes are kept.
 */
export async function resetAfterRestore(client: ClientBase): Promise<void> {
  await client.query('delete from operator_settings where key = $1', [STORAGE_KEY])
  await client.query(
    `insert into operator_settings (key, value) values ($1, to_jsonb($2::text))
    on conflict (key) do update set value = excluded.value`,
    [EPOCH, newEpoch()],
  )
}
