import { toApiError } from '#http/error.ts'

export type Outcome = {
  done: string[]
  failed: string[]
  /** Why the first of them failed. */
  error: unknown
}

type RunManyOptions = { signal: AbortSignal; onProgress: (finished: number) => void }

/** Enough to be quick, few enough to leave the server to others. */
const AT_ONCE = 4
/** These fail for every link alike: going on would only fail more of them. */
const ENDS_IT = new Set<number | 'unknown'>(['unknown', 401, 429, 503])

/** Does the same with many links, some at a time. It never rejects: what failed is in the outcome. */
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
