import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { applyDueRates } from './rates.ts'

/**
 * Applies lower rates whose notice period is over, and queues an update of the brands' links. Runs
 * every minute.
 */
export const brandRates: JobHandler<'brand-rates'> = async ({ db, jobs }) => {
  await db.transaction(async (tx) => {
    for (const brandId of await applyDueRates(tx, new Date())) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await jobs.add(tx, 'brand-links', { brandId, hosts: [], isChanged: true })
    }
  })
}
