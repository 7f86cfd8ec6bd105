import { round } from './rounds.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Visits a batch of target pages. */
export const linkHealth: JobHandler<'link-health'> = async (deps, _payload, signal) => {
  try {
    await round(deps, signal)
  } catch (error) {
    // The server is shutting down. Claimed links are due again in an hour.
    if (!signal.aborted) throw error
  }
}
