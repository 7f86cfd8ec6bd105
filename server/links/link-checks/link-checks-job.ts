import { round } from './rounds.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** One round of visits to the pages that links lead to. */
export const linkHealth: JobHandler<'link-health'> = async (deps, _payload, signal) => {
  try {
    await round(deps, signal)
  } catch (error) {
    // Going down; what was claimed is due again in an hour.
    if (!signal.aborted) throw error
  }
}
