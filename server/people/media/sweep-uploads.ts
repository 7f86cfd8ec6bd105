import { sweepUploads } from './unused-uploads.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Deletes unused pictures. Runs once an hour in one of the processes. */
export const sweep: JobHandler<'sweep-uploads'> = async (deps, _payload, signal) => {
  const swept = await sweepUploads(deps, signal)
  if (swept > 0) deps.log.info('unused pictures removed', { swept })
}
