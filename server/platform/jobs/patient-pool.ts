import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResult } from 'pg'
import { openPool, type DbAddress } from '../db/client.ts'
import type { Log } from '../log/log.ts'

const AGAIN_MS = 1000

type AskedOfPool = Pick<QueryResult, 'rows'>

/**
 * The queue's connections: whoever needs one waits for a database that is back. Only the calendar asks
 * the pool itself, and when that fails graphile-worker 0.16.6 leaves a rejected promise alone, which
 * ends the process. So it is asked again until it answers, which each of its statements bears.
 */
export function openQueuePool(address: DbAddress, max: number, log: Log) {
  const pool = openPool(address, { max, patienceMs: Infinity })

  async function query(text: string, values?: unknown[]): Promise<AskedOfPool> {
    while (!pool.ending) {
      try {
        return await askOnce(pool, text, values)
      } catch (error) {
        log.debug('jobs: the calendar is asked again', { error })
        await sleep(AGAIN_MS, undefined, { ref: false })
      }
    }
    return { rows: [] }
  }

  return Object.assign(pool, { query })
}

async function askOnce(pool: Pool, text: string, values?: unknown[]): Promise<AskedOfPool> {
  const client = await pool.connect()
  let isWhole = false
  try {
    const answer = await client.query(text, values)
    isWhole = true
    return answer
  } finally {
    client.release(!isWhole)
  }
}
