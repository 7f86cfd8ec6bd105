import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { Client, type ClientConfig, type Pool } from 'pg'
import { PatientPool } from './pool.ts'
import { namedIn, sqlIn, type Named, type Sql } from './sql.ts'
import { askIn, type Ask } from './statement.ts'
import { inSavepoint, inTransaction, type Scope } from './transaction.ts'

type Queries = Omit<PgRemoteDatabase, 'transaction'>

export type Db = Queries & {
  /** What is written by hand and asked very often. */
  named: Named
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
/** A transaction reads and writes like the database itself; its own transactions are savepoints. */
export type Tx = Db & { readonly isTransaction: true }
export type DbOrTx = Db | Tx

/** Where the database listens: a URL, or the socket folder of the embedded one. */
export type DbAddress = { url: string } | { socketDir: string; user: string; database: string }

export type PoolOptions = {
  max?: number
  /** How long an outage is waited out before whoever asks hears of it. */
  patienceMs?: number
  /** The longest that a statement may take; 0 for no limit. */
  statementMs?: number
}

/** For a new connection, and for one that comes free. */
const CONNECT_MS = 5000
/** How much later than the database itself we give up on a statement: it may not be there any more. */
const ANSWER_MS = 5000
/** What a connection remembers adds up, so now and then another takes its place. */
const LIFETIME_SECONDS = 60 * 60

/** All connections are made from this: those of pools, of the jobs, and the one for notices. */
export function connectionTo(address: DbAddress, options: ClientConfig = {}): ClientConfig {
  const place =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDir, user: address.user, database: address.database }
  return { connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...place, ...options }
}

export const openClient = (address: DbAddress, options?: ClientConfig) =>
  new Client(connectionTo(address, options))

/** Connections are kept while nobody needs them, so that nobody waits for one. */
export function openPool(
  address: DbAddress,
  { max = 10, patienceMs = CONNECT_MS, statementMs = 0 }: PoolOptions = {},
): PatientPool {
  const limits =
    statementMs > 0
      ? { statement_timeout: statementMs, query_timeout: statementMs + ANSWER_MS }
      : {}
  const lifetime = max > 1 ? { maxLifetimeSeconds: LIFETIME_SECONDS } : {}
  const settings = { max, idleTimeoutMillis: 0, ...limits, ...lifetime }
  return new PatientPool({ ...connectionTo(address), ...settings }, patienceMs)
}

/** Three ways to the same connections; `sql` is for what drizzle cannot say: COPY, locks, large statements. */
export type Database = { pool: Pool; sql: Sql; db: Db }

export function connect(address: DbAddress, options?: PoolOptions): Database {
  const pool = openPool(address, options)
  const db = databaseOf(askIn(pool), (work) =>
    inTransaction(pool, (scope) => work(transactionOf(scope))),
  )
  return { pool, sql: sqlIn(pool), db }
}

/** Drizzle writes the statements and reads the answers; everything between is ours. */
export const queriesOf = (ask: Ask) =>
  drizzle((text, values, method) =>
    ask({ text, values, ...(method === 'all' ? { rowMode: 'array' } : {}) }),
  )

export const databaseOf = (ask: Ask, transaction: Db['transaction']): Db =>
  Object.assign(queriesOf(ask), { named: namedIn(ask), transaction })

const transactionOf = (scope: Scope): Tx =>
  Object.assign(
    databaseOf(scope.ask, (work) => inSavepoint(scope, (inner) => work(transactionOf(inner)))),
    { isTransaction: true as const },
  )
