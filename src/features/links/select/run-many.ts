import { toApiError } from '#http/error.ts'

export type Outcome = {
  done: string[]
  failed: string[]
  /** Error of the first failure. */
  error: unknown
}

type RunManyOptions = { signal: AbortSignal; onProgress: (finished: number) => void }

/** Number of parallel requests; fast without overloading the server. */
const CONCURRENCY = 4
/** Statuses that would repeat for every link, so no further links are tried. */
const FATAL_STATUSES = new Set<number | 'unknown'>(['unknown', 401, 429, 503])

/**
 * Runs an action for many links, some of them in parallel. Never rejects: failures are in the
 * outcome.
 */
export async function runMany(
  ids: readonly string[],
  each: (uuid: string) => Promise<unknown>,
  { signal, onProgress }: RunManyOptions,
): Promise<Outcome> {
  const remaining = [...ids]
  const done: string[] = []
  const failed: string[] = []
  let error: unknown
  let hasStopped = false

  async function work() {
    while (!hasStopped && !signal.aborted) {
      const uuid = remaining.shift()
      if (uuid === undefined) return
      try {
        await each(uuid)
        done.push(uuid)
      } catch (failure) {
        failed.push(uuid)
        error ??= failure
        hasStopped ||= FATAL_STATUSES.has(toApiError(failure).status)
      }
      onProgress(done.length + failed.length)
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return { done, failed: signal.aborted ? failed : [...failed, ...remaining], error }
}
