import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ConfigError } from '../../platform/config/config-error.ts'
import { toConnectionLost } from '../../platform/db/connection-lost.ts'
import { columnsOf, countRows, qualifiedName, readCatalog, type Catalog } from './catalog.ts'
import { fullName, type State } from './manifest.ts'
import { applyMigrations } from './old-schema.ts'
import type { Progress } from './progress.ts'
import { countLines, type Rows } from './snapshot.ts'

export type Load = {
  from: Catalog
  rows: AsyncIterable<Rows>
  /** Available after all rows were read. */
  state: () => State
  progress: Progress
}

/**
 * Creates the tables of the backup's schema version and loads the rows, in the transaction that is
 * open on this connection. Triggers stay on: ours refuse changes and check that money adds up, and
 * restored rows pass these checks as before.
 */
export async function loadDatabase(
  client: PoolClient,
  { from, rows, state, progress }: Load,
): Promise<void> {
  await applyMigrations(client, from.migrations)
  await checkSchema(client, from)
  const foreignKeys = await dropForeignKeys(client)
  await truncateTables(client, from.tables)
  // Skips the triggers that update sums. The sums are restored as rows of their own.
  await client.query("set local split.restoring = 'on'")
  await copyRows(client, from.tables, rows, progress)
  progress('Checking the database')
  // Run deferred checks now, while everything can still be rolled back.
  await client.query('set constraints all immediate')
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { value, isCalled, ...sequence } of from.sequences) {
    const values = [qualifiedName(sequence), value, isCalled]
    await client.query('select setval($1::regclass, $2::bigint, $3)', values)
  }
  await unlockJobs(client)
  await compareCounts(client, state())
}

/**
 * Throws if the backup's tables differ from those of this version. The job queue creates its own
 * tables, always in its current version.
 */
async function checkSchema(client: PoolClient, from: Catalog) {
  const here = await readCatalog(client)
  const [there, now] = [from.queueMigrations.join(), here.queueMigrations.join()]
  if (there !== now)
    throw new ConfigError(
      'This backup was made with another version of the job queue. Restore it with the version that made it, and update then.',
    )
  if (here.tables.length !== from.tables.length)
    throw new ConfigError('This backup does not contain all tables of its version.')
  const shapes = new Map(here.tables.map((table) => [fullName(table), table.columns]))
  for (const table of from.tables) {
    const columns = shapes.get(fullName(table))
    const isFit = columns?.length === table.columns.length
    if (!isFit || !table.columns.every((column) => columns?.includes(column)))
      throw new ConfigError(
        `The table ${fullName(table)} of this backup has other columns than this version creates.`,
      )
  }
}

/** Deletes rows that migrations and the queue have inserted. The backup contains them too. */
async function truncateTables(client: PoolClient, tables: Catalog['tables']) {
  const full: string[] = []
  for (const table of tables) {
    const { rows } = await client.query(`select 1 from ${qualifiedName(table)} limit 1`)
    if (rows.length > 0) full.push(qualifiedName(table))
  }
  if (full.length > 0) await client.query(`truncate ${full.join(', ')}`)
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drops all foreign keys, so that tables can be loaded in any order. They are created again after
 * all rows are loaded.
 */
async function dropForeignKeys(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f'`)
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function copyRows(
  client: PoolClient,
  tables: Catalog['tables'],
  rows: AsyncIterable<Rows>,
  progress: Progress,
) {
  const known = new Map(tables.map((table) => [fullName(table), table]))
  let open: { name: string; copy: Copy } | undefined
  let written = 0
  try {
    for await (const { table: name, bytes } of rows) {
      const table = known.get(name)
      if (!table) throw new Error(`The backup has no table ${name}`)
      if (open?.name !== name) {
        await open?.copy.end()
        open = { name, copy: copyTo(client, table) }
      }
      await open.copy.add(bytes)
      progress('Writing the database', `${(written += countLines(bytes))} rows, ${name}`)
    }
    await open?.copy.end()
  } catch (error) {
    await open?.copy.abort()
    throw error
  }
}

type Copy = {
  add(bytes: Buffer): Promise<void>
  end(): Promise<void>
  /** Ends the copy so that the connection can be used for other statements. */
  abort(): Promise<void>
}

function copyTo(client: PoolClient, table: Catalog['tables'][number]): Copy {
  const into = client.query(
    copyFrom(`copy ${qualifiedName(table)} (${columnsOf(table)}) from stdin`),
  )
  let failure: unknown
  into.on('error', (error) => (failure = toConnectionLost(error)))
  const done = (act: (then: () => void) => void) =>
    new Promise<void>((resolve, reject) => {
      const fail = () => reject(failure)
      if (failure !== undefined) return fail()
      into.once('error', fail)
      act(() => {
        into.off('error', fail)
        resolve()
      })
    })
  return {
    add: (bytes) => done((then) => void into.write(bytes, () => then())),
    end: () => done((then) => void into.once('finish', then).end()),
    async abort() {
      if (failure !== undefined || into.writableFinished) return
      const closed = once(into, 'close').catch(() => {})
      into.destroy(new Error('given up'))
      await closed
    },
  }
}

/**
 * Unlocks jobs that were running when the backup was made. No worker of this database runs them.
 */
const unlockJobs = (client: PoolClient) =>
  client.query(`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`)

async function compareCounts(client: PoolClient, { tables }: State) {
  for (const table of tables) {
    const count = await countRows(client, table)
    if (count !== table.rows)
      throw new ConfigError(
        `The backup has ${table.rows} rows of ${fullName(table)}, but ${count} were restored.`,
      )
  }
}
