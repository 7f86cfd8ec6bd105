import { sql } from 'drizzle-orm'
import { ConfigError } from '../platform/config/config-error.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { COMMAND_LINE } from './actions/audit-log.ts'
import { perform } from './actions/perform.ts'
import {
  canCreateCitus,
  DISTRIBUTED_TABLES,
  hasCitus,
  listDistributed,
} from './installation/distributed-tables.ts'

type DistributeOptions = { 'dry-run'?: boolean | undefined }

const EMBEDDED =
  'The embedded database runs on one machine. Move the data to a PostgreSQL with Citus first: npm run operator -- move-database <url>'
const NOT_CREATED =
  'The database machine has Citus, but this database does not use it yet. Add the extension citus to the database (docs/scaling.md, Citus).'
const MISSING =
  'This database has no Citus, the extension of PostgreSQL that spreads tables over several machines. Install it on the database and on the machines that store the rows (docs/scaling.md, Citus).'

/** Handles `distribute`: spreads the tables that grow with traffic over the machines of Citus. */
export function distributeCommand([verb, ...rest]: string[]):
  | ((options: DistributeOptions) => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb !== 'distribute' || rest.length > 0) return undefined
  return ({ 'dry-run': isDryRun = false }) =>
    async (db, config) => {
      if (config.databaseUrl === null) throw new ConfigError(EMBEDDED)
      if (!(await hasCitus(db)))
        throw new ConfigError((await canCreateCitus(db)) ? NOT_CREATED : MISSING)
      const todo = await tablesToDistribute(db)
      if (!isDryRun) for (const table of todo) await distributeTable(db, table)
      return report(todo, isDryRun)
    }
}

async function tablesToDistribute(db: Db): Promise<string[]> {
  const done = await listDistributed(db)
  return Object.keys(DISTRIBUTED_TABLES).filter((table) => !done.includes(table))
}

/** Returns one line per table. */
const report = (todo: string[], isDryRun: boolean): string =>
  Object.entries(DISTRIBUTED_TABLES)
    .map(([table, column]) => {
      if (!todo.includes(table)) return `${table}: distributed already`
      return `${table}: ${isDryRun ? 'would be distributed' : 'distributed'} by ${column}`
    })
    .join('\n')

/**
 * Distributes a table and deletes the copy of its rows that Citus leaves on the coordinator, in one
 * transaction, so that an error changes nothing.
 */
const distributeTable = (db: Db, table: string): Promise<void> =>
  perform(
    db,
    COMMAND_LINE,
    { action: 'servers.distribute', subject: 'servers', why: '', facts: { table } },
    async (tx) => {
      const column = DISTRIBUTED_TABLES[table]
      await tx.execute(
        sql`select create_distributed_table(${table}::text::regclass, ${column}::text)`,
      )
      await tx.execute(
        sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`,
      )
    },
  )
