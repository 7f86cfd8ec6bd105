import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { CheckedReplica, type ReplicaState } from '../../platform/db/replica/replica.ts'
import { createLog } from '../../platform/log/log.ts'

/** Number of checks until a replica that is not behind has a known age, and the pause between. */
const CHECKS = 10
const PAUSE_MS = 100

/** State of a read replica, for operators. */
type DescribedReplica = { place: string; lag_seconds: number | null; problem: string | null }

/** Returns the state with names and precision for operators; null without a replica. */
export const describeReplica = (state: ReplicaState | null): DescribedReplica | null =>
  state && {
    place: state.place,
    lag_seconds: state.lagSeconds === null ? null : Math.round(state.lagSeconds * 10) / 10,
    problem: state.problem,
  }

/** Connects to the read replica of the settings and returns its state; null if there is none. */
export async function readReplicaState(
  db: Db,
  { readReplica: settings }: Config,
): Promise<DescribedReplica | null> {
  if (settings === null) return null
  const replica = new CheckedReplica({ settings, primary: db, log: createLog('error') })
  try {
    for (let checks = 0; checks < CHECKS; checks += 1) {
      if (checks > 0) await sleep(PAUSE_MS)
      await replica.check()
      if (replica.state().problem === null) break
    }
    return describeReplica(replica.state())
  } finally {
    await replica.stop()
  }
}

/** Returns the state as one line of `status`. */
export function replicaText({ place, lag_seconds: lag, problem }: DescribedReplica): string {
  const age = lag === null ? '' : `, ${lag} seconds behind`
  return problem === null ? `${place}${age}` : `${place}${age}. Not used: ${problem}`
}
