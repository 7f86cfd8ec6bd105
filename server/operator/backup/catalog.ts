import type { ClientBase } from 'pg'
import type { Sequence, State, Table } from './manifest.ts'

/** Schemas that are not PostgreSQL's own, without the tables of extensions such as Citus. */
const IS_APP_SCHEMA = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
    and d.objid = c.oid and d.deptype = 'e')`

type Columns = Omit<Table, 'rows'>

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const qualifiedName = ({ schema, name }: { schema: string; name: string }) =>
  `${quoted(schema)}.${quoted(name)}`
export const columnsOf = ({ columns }: Columns) => columns.map(quoted).join(', ')

/**
 * Returns all tables with their columns, except generated columns, which PostgreSQL computes again.
 */
export async function tablesOf(client: ClientBase): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${IS_APP_SCHEMA}
    order by n.nspname, c.relname`)
  return rows
}

/**
 * Returns all sequences with their values. A snapshot does not freeze sequences, so a value is
 * never behind the rows.
 */
async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Omit<Sequence, 'value' | 'isCalled'>>(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${IS_APP_SCHEMA}
    order by n.nspname, c.relname`)
  const sequences: Sequence[] = []
  for (const sequence of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one question at a time
    const { rows: found } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${qualifiedName(sequence)}`,
    )
    sequences.push({ ...sequence, value: '1', isCalled: false, ...found[0] })
  }
  return sequences
}

export type Migrations = Pick<State, 'migrations' | 'queueMigrations'>

/**
 * Returns the applied migrations of the app and the job queue. The lists are empty if no server has
 * started yet.
 */
export async function migrationsOf(client: ClientBase): Promise<Migrations> {
  const migrations = (await tableExists(client, 'drizzle.__drizzle_migrations'))
    ? await client.query<{ hash: string; createdAt: string }>(
        'select hash, created_at::text as "createdAt" from drizzle.__drizzle_migrations order by created_at',
      )
    : { rows: [] }
  const ids = (await tableExists(client, 'graphile_worker.migrations'))
    ? await client.query<{ id: number }>('select id from graphile_worker.migrations order by id')
    : { rows: [] }
  return { migrations: migrations.rows, queueMigrations: ids.rows.map(({ id }) => id) }
}

async function tableExists(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}

export type Catalog = Omit<State, 'tables'> & { tables: Columns[] }

export async function readCatalog(client: ClientBase): Promise<Catalog> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return {
    postgres: rows[0]?.version ?? '',
    ...(await migrationsOf(client)),
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
  }
}

/**
 * Returns names of tables, views and sequences that prevent a restore. The job queue's own tables
 * may exist if they are empty.
 */
export async function findRestoreObstacles(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${IS_APP_SCHEMA} and n.nspname <> 'graphile_worker'
    order by c.relkind = 'S', 1`)
  if (rows.length > 0 || !(await tableExists(client, 'graphile_worker._private_jobs')))
    return rows.map(({ name }) => name)
  const jobs = await client.query('select 1 from graphile_worker._private_jobs limit 1')
  return jobs.rows.length > 0 ? ['jobs'] : []
}

/** Returns the current number of rows of a table. */
export async function countRows(client: ClientBase, table: Columns): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${qualifiedName(table)}`,
  )
  return Number(rows[0]?.count)
}
