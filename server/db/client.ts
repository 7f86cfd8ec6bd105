import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Options, type Sql } from 'postgres'
import { guardTransactions } from './lost-connections.ts'
import * as schema from './schema.ts'

export type Db = PostgresJsDatabase<typeof schema>
/** A transaction reads and writes like the database itself. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

/** Where the database listens: a URL, or the socket folder of the embedded one. */
export type DbAddress = { url: string } | { socketDir: string; user: string; database: string }

/** A database that is back is found within half a second, however long it was gone. */
const backoff = (failures: number) => Math.min(0.5, 0.02 * 2 ** failures)
const CONNECT_SECONDS = 10

/** Opens a pool. `sql` is for what drizzle cannot say: COPY, LISTEN, advisory locks. */
export function connect(address: DbAddress, options: Options<Record<string, never>> = {}) {
  const settings = {
    max: 10,
    backoff,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    ...options,
  }
  const sql: Sql =
    'url' in address
      ? postgres(address.url, settings)
      : postgres({
          host: address.socketDir,
          user: address.user,
          database: address.database,
          ...settings,
        })
  guardTransactions(sql)
  return { sql, db: drizzle(sql, { schema }) }
}

/** The same address for libraries that want a connection string (the job queue). */
export function connectionString(address: DbAddress): string {
  if ('url' in address) return address.url
  const { user, database, socketDir } = address
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDir)}`
}
