import type { DbAddress } from '../db/client.ts'

/** Settings that a worker process gets from its parent process, in the environment. */
export type Task = {
  /** Number of the process, from 1. The first one runs the jobs. A replacement has the same number. */
  number: number
  /** Number of processes of this server. */
  count: number
  /** Id of this server in the list of running servers. */
  serverId: string
  address: DbAddress
}

const VARIABLE = 'SPLIT_PROCESS'

/** Returns the task of a worker process; null in the parent process and in a single process. */
export function readTask(env: NodeJS.ProcessEnv): Task | null {
  const text = env[VARIABLE]
  return text === undefined ? null : (JSON.parse(text) as Task)
}

export const taskVariable = (task: Task) => ({ [VARIABLE]: JSON.stringify(task) })
