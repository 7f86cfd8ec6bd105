import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResult } from 'pg'
import { openPool, type DbAddress } from '../db/client.ts'
import type { Log } from '../log/log.ts'

const RETRY_MS = 1000

type QueryRows = Pick<QueryResult, 'rows'>

/**
 * Opens the pool of the job queue, whose clients wait until the database is back. Only the calendar
 * runs queries on the pool itself. If one fails, graphile-worker 0.16.6 leaves a rejected promise
 * unhandled, which ends the process. So these queries are retried; each of them can safely run
 * twice.
 */
export function openQueuePool(address: DbAddress, max: number, log: Log) {
  const pool = openPool(address, { max, patienceMs: Infinity })

  async function query(text: string, values?: unknown[]): Promise<QueryRows> {
    while (!pool.ending) {
      try {
        return await askOnce(pool, text, values)
      } catch (error) {
        log.debug('jobs: a query of the schedule failed and is retried', { error })
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    return { rows: [] }
  }

  return Object.assign(pool, { query })
}

async function askOnce(pool: Pool, text: string, values?: unknown[]): Promise<QueryRows> {
  const client = await pool.connect()
  let isComplete = false
  try {
    const answer = await client.query(text, values)
    isComplete = true
    return answer
  } finally {
    client.release(!isComplete)
  }
}
