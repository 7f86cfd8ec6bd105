import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { payLater } from './later-money.ts'
import { purgeDue } from './purge.ts'

/** Once an hour in one of the processes. */
export const purgeAccounts: JobHandler<'purge-accounts'> = async (deps, _payload, signal) => {
  try {
    await purgeDue(deps, signal)
  } finally {
    await payLater(deps, signal)
  }
}
