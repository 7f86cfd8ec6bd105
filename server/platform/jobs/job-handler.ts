import type { Deps } from '../../env.ts'
import type { JobName, JobPayloads } from './job-types.ts'

/**
 * A handler may be run again after a crash; `signal` says that the server is going down. One whose
 * payload is a list may answer a promise for each entry: entries that fail are tried again alone.
 */
export type JobHandler<Name extends JobName> = (
  deps: Deps,
  payload: JobPayloads[Name],
  signal: AbortSignal,
) => Promise<void | Promise<void>[]>
