import type { ClientBase } from 'pg'
import { EPOCH, newEpoch } from '../../platform/db/changes.ts'
import { STORAGE_KEY } from '../installation/shared.ts'

/**
 * What holds no longer in a database that came back. Its pictures lie where it is restored to, which
 * the first server that starts there notes. And devices may have seen what it does not know: a new
 * epoch makes them read their lists again, and what waits on them is sent as ever.
 */
export async function settleDatabase(client: ClientBase): Promise<void> {
  await client.query('delete from operator_settings where key = $1', [STORAGE_KEY])
  await client.query(
    `insert into operator_settings (key, value) values ($1, to_jsonb($2::text))
    on conflict (key) do update set value = excluded.value`,
    [EPOCH, newEpoch()],
  )
}
