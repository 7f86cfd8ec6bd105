import type { Deps } from '../../env.ts'
import type { JobName, JobPayloads } from './job-types.ts'

/**
 * Handler of a job. It may run again after a crash. `signal` is aborted when the server stops. A
 * handler whose payload is a list may return a promise per entry; only failed entries are retried.
 */
export type JobHandler<Name extends JobName> = (
  deps: Deps,
  payload: JobPayloads[Name],
  signal: AbortSignal,
) => Promise<void | Promise<void>[]>
