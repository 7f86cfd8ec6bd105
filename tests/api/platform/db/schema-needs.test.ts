import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Logger, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPool } from '../../../../server/platform/db/client.ts'
import { NEEDS } from '#support/engine-needs.ts'
import { emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { createTestDatabase, type TestDatabase } from '#support/server/test-database.ts'

let database: TestDatabase
let place: EmptyPlace
beforeEach(async () => {
  database = await createTestDatabase()
  place = await emptyPlace()
})
afterEach(async () => {
  await database.drop()
  await place.remove()
})

const MADE_HERE = `n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema')`
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${MADE_HERE}`
const COLUMNS = `pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
  join pg_namespace n on n.oid = c.relnamespace and ${MADE_HERE} where a.attnum > 0 and not a.attisdropped`
const INDEXES = `pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace and ${MADE_HERE}`
const FUNCTIONS = `pg_proc f join pg_language l on l.oid = f.prolang
  join pg_namespace n on n.oid = f.pronamespace and ${MADE_HERE}`

/**
 * Features that another database may lack, with a query of PostgreSQL's catalog for those that we
 * use.
 */
const KINDS: Record<string, string> = {
  extensions: `select extname from pg_extension where extname <> 'plpgsql'`,
  'deferred triggers': `select tgname from pg_trigger where not tgisinternal and tgdeferrable`,
  triggers: `select tgname from pg_trigger where not tgisinternal and not tgdeferrable`,
  'event triggers': `select evtname from pg_event_trigger`,
  'constraints that wait for the commit': `select conname from pg_constraint where condeferrable and contype <> 't'`,
  'constraints by exclusion': `select conname from pg_constraint where contype = 'x'`,
  'functions in PL/pgSQL': `select f.oid::regproc from ${FUNCTIONS} where l.lanname = 'plpgsql'`,
  'functions in SQL': `select f.oid::regproc from ${FUNCTIONS} where l.lanname = 'sql'`,
  'functions in other languages': `select f.oid::regproc from ${FUNCTIONS} where l.lanname not in ('plpgsql', 'sql')`,
  'partitioned tables': `select c.oid::regclass from ${TABLES} where c.relkind = 'p'`,
  'tables with heirs': `select inhparent::regclass from pg_inherits`,
  'tables without a log': `select c.oid::regclass from ${TABLES} where c.relpersistence <> 'p'`,
  'tables elsewhere': `select c.oid::regclass from ${TABLES} where c.relkind = 'f'`,
  views: `select c.oid::regclass from ${TABLES} where c.relkind = 'v'`,
  'materialized views': `select c.oid::regclass from ${TABLES} where c.relkind = 'm'`,
  rules: `select r.ev_class::regclass from pg_rewrite r join ${TABLES} on c.oid = r.ev_class where r.rulename <> '_RETURN'`,
  policies: `select polname from pg_policy`,
  'computed columns': `select a.attrelid::regclass || '.' || a.attname from ${COLUMNS} and a.attgenerated <> ''`,
  'columns in an order of their own': `select a.attrelid::regclass || '.' || a.attname from ${COLUMNS}
    and a.attcollation not in (0, 'pg_catalog."default"'::regcollation)`,
  'types of columns': `select format_type(a.atttypid, null) from ${COLUMNS}`,
  'custom types': `select t.oid::regtype from pg_type t
    join pg_namespace n on n.oid = t.typnamespace and ${MADE_HERE}
    left join pg_class c on c.oid = t.typrelid where t.typtype in ('e', 'd', 'r') or c.relkind = 'c'`,
  'indexes other than B-trees': `select i.indexrelid::regclass from ${INDEXES}
    join pg_am m on m.oid = c.relam where m.amname <> 'btree'`,
  'indexes on expressions': `select i.indexrelid::regclass from ${INDEXES} where i.indexprs is not null`,
  'indexes with included columns': `select i.indexrelid::regclass from ${INDEXES} where i.indnkeyatts < i.indnatts`,
  'indexes in which null is null': `select i.indexrelid::regclass from ${INDEXES} where i.indnullsnotdistinct`,
  'sequences of no column': `select c.oid::regclass from ${TABLES} where c.relkind = 'S' and not exists (
    select from pg_depend d where d.objid = c.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i'))`,
  'sequences that take numbers ahead': `select seqrelid::regclass from pg_sequence where seqcache > 1`,
  'large objects': `select oid::text from pg_largeobject_metadata`,
}

const page = readFileSync('docs/scaling.md', 'utf8')
const [, table = ''] = /^\| in the database +\|.*\n\|[- |]+\|\n((?:\|.*\n)+)/m.exec(page) ?? []

/**
 * Returns the names in the second column of the row whose first column is `kind`; empty without
 * such a row.
 */
function listed(kind: string): string[] {
  const row = table.split('\n').find((line) => line.split('|')[1]?.trim() === kind)
  return [...(row?.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

test('docs/scaling.md lists all PostgreSQL features of a migrated database', async () => {
  const pool = openPool(database.address, { max: 1 })
  const found: Record<string, string[]> = {}
  for (const [kind, text] of Object.entries(KINDS)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one question at a time
    const { rows } = await pool.query<[string]>({ text, rowMode: 'array' })
    found[kind] = [...new Set(rows.map(([name]) => name))].toSorted()
  }
  await pool.end()
  expect(found).toEqual(
    Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, listed(kind).toSorted()])),
  )
  const kinds = table.split('\n').flatMap((line) => line.split('|')[1]?.trim() ?? [])
  expect([...Object.keys(KINDS), ...OF_THE_QUEUE]).toEqual(expect.arrayContaining(kinds))
})

/** Rows about the statements of the job queue. */
const OF_THE_QUEUE = ["the queue's statements", "the queue's migrations"] as const

test('docs/scaling.md lists the features that the job queue needs', async () => {
  const pool = openPool(place.address, { max: 3 })
  const heard = hearing(pool)
  const logger = new Logger(() => () => {})
  await runMigrations({ pgPool: pool, logger })
  const migrating = needsOf(heard)
  heard.length = 0
  const events: WorkerEvents = new EventEmitter()
  const complete = once(events, 'job:complete')
  const taskList = { nothing: () => {} }
  const runner = await run({ pgPool: pool, logger, events, taskList, noHandleSignals: true })
  await runner.addJob('nothing', {})
  await complete
  await runner.stop()
  await pool.end()
  expect({ [OF_THE_QUEUE[0]]: needsOf(heard), [OF_THE_QUEUE[1]]: migrating }).toEqual(
    Object.fromEntries(OF_THE_QUEUE.map((kind) => [kind, listed(kind).toSorted()])),
  )
})

/** Records the statements sent through this pool. */
function hearing(pool: Pool): string[] {
  const heard: string[] = []
  pool.on('connect', (client) => {
    const send = client.query.bind(client)
    vi.spyOn(client, 'query').mockImplementation((...args: unknown[]) => {
      const [asked] = args as [string | { text: string }]
      heard.push(typeof asked === 'string' ? asked : asked.text)
      return Reflect.apply(send, client, args)
    })
  })
  return heard
}

function needsOf(texts: string[]): string[] {
  expect(texts.length).toBeGreaterThan(3)
  return Object.keys(NEEDS)
    .filter((need) => texts.some((text) => NEEDS[need]?.test(text)))
    .toSorted()
}
