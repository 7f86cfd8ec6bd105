import type { DbAddress } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import type { Log } from '../log/log.ts'
import { migrateQueue } from './queue.ts'

/** Migrates the tables of the application, then those of the job queue. */
export async function migrateAll(address: DbAddress, log: Log): Promise<void> {
  await migrate(address, () => migrateQueue(address, log))
}
