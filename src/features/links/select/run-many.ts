import { toApiError } from '#http/error.ts'

export type Outcome = {
  done: string[]
  failed: string[]
  /** Error of the first failure. */
  error: unknown
}

type RunManyOptions = { signal: AbortSignal; onProgress: (finished: number) => void }

/** Number of parallel requests; fast without overloading the server. */
const AT_ONCE = 4
/** Statuses that would repeat for every link, so no further links are tried. */
const ENDS_IT = new Set<number | 'unknown'>(['unknown', 401, 429, 503])

/**
 * Runs an action for many links, some of them in parallel. Never rejects: failures are in the
 * outcome.
 */
export async function runMany(
  ids: readonly string[],
  each: (uuid: string) => Promise<unknown>,
  { signal, onProgress }: RunManyOptions,
): Promise<Outcome> {
  const left = [...ids]
  const done: string[] = []
  const failed: string[] = []
  let error: unknown
  let ended = false

  async function work() {
    while (!ended && !signal.aborted) {
      const uuid = left.shift()
      if (uuid === undefined) return
      try {
        await each(uuid)
        done.push(uuid)
      } catch (failure) {
        failed.push(uuid)
        error ??= failure
        ended ||= ENDS_IT.has(toApiError(failure).status)
      }
      onProgress(done.length + failed.length)
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done, failed: signal.aborted ? failed : [...failed, ...left], error }
}
