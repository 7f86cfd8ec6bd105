import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { payFormerUsers } from './later-money.ts'
import { purgeDue } from './purge.ts'

/** Deletes accounts that are due and pays later money. Runs hourly in one process. */
export const purgeAccounts: JobHandler<'purge-accounts'> = async (deps, _payload, signal) => {
  try {
    await purgeDue(deps, signal)
  } finally {
    await payFormerUsers(deps, signal)
  }
}
