import { round, welcomeLinks } from '../health/rounds.ts'
import type { Deps } from '../env.ts'
import type { JobHandler } from './jobs.ts'

/** One round of visits to the pages that links lead to. */
export const linkHealth: JobHandler<'link-health'> = async (deps, { isHourly }, signal) => {
  if (isHourly) await welcomeLinks(deps)
  try {
    await round(deps, signal)
  } catch (error) {
    // Going down; what was claimed is due again in an hour.
    if (!signal.aborted) throw error
  }
}

/** A round that takes longer than a minute holds up the next one, and no other job. */
const ONE_ROUND = { key: 'link-health', queue: 'link-health' }

const ROUND_MS = 60_000
const ROUNDS_AN_HOUR = 60

/** Asks for a round every minute; of several processes the queue does one. Answers how to stop. */
export function keepLinksChecked({ db, jobs, log }: Deps): () => void {
  let rounds = 0
  const ask = () => {
    const isHourly = rounds % ROUNDS_AN_HOUR === 0
    rounds += 1
    jobs
      .add(db, 'link-health', { isHourly }, { ...ONE_ROUND, maxAttempts: 1 })
      .catch((error: unknown) => log.warn('no round of link checks', { error }))
  }
  ask()
  const timer = setInterval(ask, ROUND_MS)
  timer.unref()
  return () => clearInterval(timer)
}
