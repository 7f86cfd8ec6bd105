import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { Client, type ClientConfig, type Pool } from 'pg'
import { PatientPool } from './pool.ts'
import { namedIn, sqlIn, type Named, type Sql } from './sql.ts'
import { askIn, type Ask } from './statement.ts'
import { inSavepoint, inTransaction, type Scope } from './transaction.ts'

type Queries = Omit<PgRemoteDatabase, 'transaction'>

export type Db = Queries & {
  /** Runs frequent SQL statements as prepared statements. */
  named: Named
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
/** A transaction offers the same methods as the database. Transactions inside it are savepoints. */
export type Tx = Db & { readonly isTransaction: true }
export type DbOrTx = Db | Tx

/** Address of the database: a URL, or the socket folder of the embedded one. */
export type DbAddress = { url: string } | { socketDir: string; user: string; database: string }

export type PoolOptions = {
  max?: number
  /** Time to wait during an outage before an error is thrown. */
  patienceMs?: number
  /** Maximum duration of a statement; 0 for no limit. */
  statementMs?: number
}

/** Timeout for opening a connection or waiting for a free one. */
const CONNECT_MS = 5000
/**
 * Additional time before the client gives up on a statement, in case the database no longer
 * responds.
 */
const ANSWER_MS = 5000
/** Lifetime of a connection. Connections are replaced regularly, because their memory grows. */
const LIFETIME_SECONDS = 60 * 60

/** Returns the settings of every connection: pools, jobs and notifications. */
export function connectionTo(address: DbAddress, options: ClientConfig = {}): ClientConfig {
  const place =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDir, user: address.user, database: address.database }
  return { connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...place, ...options }
}

export const openClient = (address: DbAddress, options?: ClientConfig) =>
  new Client(connectionTo(address, options))

/** Opens a pool that keeps idle connections open, so that a request need not wait for a new one. */
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

/**
 * Three interfaces to the same pool. `sql` is for what Drizzle does not support: COPY, locks and
 * large statements.
 */
export type Database = { pool: Pool; sql: Sql; db: Db }

export function connect(address: DbAddress, options?: PoolOptions): Database {
  const pool = openPool(address, options)
  const db = databaseOf(askIn(pool), (work) =>
    inTransaction(pool, (scope) => work(transactionOf(scope))),
  )
  return { pool, sql: sqlIn(pool), db }
}

/**
 * Returns Drizzle queries that run through `ask`. Drizzle only builds statements and reads results.
 */
export const queriesOf = (ask: Ask) =>
  drizzle((text, values, method) =>
    ask({ text, values, ...(method === 'all' ? { rowMode: 'array' } : {}) }),
  )

export const databaseOf = (ask: Ask, transaction: Db['transaction']): Db =>
  Object.assign(queriesOf(ask), { named: namedIn(ask), transaction })

/** Returns the Drizzle interface of a transaction. */
export const transactionOf = (scope: Scope): Tx =>
  Object.assign(
    databaseOf(scope.ask, (work) => inSavepoint(scope, (inner) => work(transactionOf(inner)))),
    { isTransaction: true as const },
  )
