import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Sql } from '../../server/platform/db/sql.ts'
import type { Limits } from './orders.ts'

/** Rows that one order creates, here without indexes, triggers and checks. */
const ROWS = [
  'conversion',
  'change',
  'entry',
  'entry',
  'entry',
  'difference',
  'link_day',
  'user_day',
  'user_day',
  'user_day',
  'user_day',
  'user_day',
  'activity',
  'call',
]

export const makeBareTables = (sql: Sql) => sql`
  create table bare_rows (id bigserial primary key, owner uuid, what text, body text, at timestamptz default now())`

const INSERT = 'insert into bare_rows (owner, what, body) values ($1, $2, $3)'
const BODY = 'x'.repeat(120)

/** Inserts one row per transaction. Returns transactions per second. */
export const insertSingleRows = (pool: Pool, limits: Limits) =>
  perSecond(pool, limits, async (client) => {
    await client.query(INSERT, [randomUUID(), 'row', BODY])
  })

/** Inserts as many rows as an order creates per transaction. Returns transactions per second. */
export const insertOrderRows = (pool: Pool, limits: Limits) =>
  perSecond(pool, limits, async (client) => {
    const owner = randomUUID()
    await client.query('begin')
    for (const what of ROWS) await client.query(INSERT, [owner, what, BODY])
    await client.query('commit')
  })

async function perSecond(
  pool: Pool,
  { connections, seconds }: Limits,
  insert: (client: PoolClient) => Promise<void>,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  const lane = async () => {
    const client = await pool.connect()
    while (performance.now() < end) {
      await insert(client)
      done += 1
    }
    client.release()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return (done * 1000) / (performance.now() - startedAt)
}
