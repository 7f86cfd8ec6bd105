import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DISTRIBUTED_TABLES } from '../../../../server/operator/installation/distributed-tables.ts'
import { databaseUrl } from '#support/server/installations.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { runProcess } from '#support/server/processes/process.ts'
import { startTestServer } from '#support/server/test-app.ts'

// No Citus runs here. The functions below stand for those of Citus: they record their calls in a
// real PostgreSQL and do not distribute anything.
const server = await startTestServer()
const { sql } = server.deps
const DATA_DIR = folderForThisFile()
const operate = (...args: string[]) =>
  runProcess({
    script: 'operator.js',
    args,
    env: { DATA_DIR, DATABASE_URL: databaseUrl(server.database.address) },
  })

const TABLES = Object.keys(DISTRIBUTED_TABLES)
const calls = () => sql<{ call: string }[]>`select call from citus_calls order by n`

test('without Citus, the command says what is missing', async () => {
  const { code, err } = await operate('distribute')
  expect(code).toBe(1)
  expect(err).toMatch(/^This database has no Citus, .* \(docs\/scaling\.md, Citus\)\.\n$/)
})

test('the embedded database is not distributed', async () => {
  const { code, err } = await runProcess({
    script: 'operator.js',
    args: ['distribute'],
    env: { DATA_DIR: join(DATA_DIR, 'embedded') },
  })
  expect(code).toBe(1)
  expect(err).toMatch(/^The embedded database runs on one machine\. .* move-database <url>\n$/)
})

test('each table is distributed once, a dry run changes nothing, and the status names them', async () => {
  await sql`create table citus_calls (n serial, call text not null)`
  await sql`create table pg_dist_partition (logicalrelid regclass primary key)`
  await sql`
    create function create_distributed_table(table_name regclass, distribution_column text) returns void
    language sql as $$
      insert into citus_calls (call) values (table_name || ' by ' || distribution_column);
      insert into pg_dist_partition values (table_name) $$`
  await sql`
    create function truncate_local_data_after_distributing_table(table_name regclass) returns void
    language sql as $$ insert into citus_calls (call) values ('truncate ' || table_name) $$`

  const planned = await operate('distribute', '--dry-run')
  expect(planned.out.trim().split('\n')).toEqual(
    Object.entries(DISTRIBUTED_TABLES).map(
      ([name, by]) => `${name}: would be distributed by ${by}`,
    ),
  )
  expect(await calls()).toEqual([])

  // A table that was distributed before the command was interrupted.
  await sql`select create_distributed_table('link_days', 'link_id')`
  const done = await operate('distribute')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('click_events: distributed by id\n')
  expect(done.out).toContain('link_days: distributed already\n')
  const seen = (await calls()).map(({ call }) => call)
  expect(seen).toHaveLength(2 * TABLES.length - 1)
  expect(seen.slice(1, 3)).toEqual(['click_events by id', 'truncate click_events'])

  const again = await operate('distribute')
  expect(again.out.trim().split('\n')).toEqual(TABLES.map((name) => `${name}: distributed already`))
  expect(await calls()).toHaveLength(seen.length)

  const { out } = await operate('status')
  expect(out).toMatch(
    /^database .* on the coordinator\. Distributed: click_events, .*link_facet_days$/m,
  )
  const [entries] = await sql<{ count: number }[]>`
    select count(*)::int from audit_entries where action = 'servers.distribute'`
  expect(entries?.count).toBe(TABLES.length - 1)
})

test('the schema of distributed tables is one that Citus accepts', async () => {
  const keys = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relname = any(${TABLES}::text[])`
  expect(new Set(keys.map(({ name }) => name))).toEqual(new Set(TABLES))
  for (const { name, columns } of keys)
    expect(columns, `key of ${name}`).toContain(DISTRIBUTED_TABLES[name])
  const triggers = await sql`
    select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname = any(${TABLES}::text[])`
  expect(triggers).toEqual([])
  const references = await sql`
    select conname from pg_constraint join pg_class c on c.oid in (conrelid, confrelid)
    where contype = 'f' and c.relname = any(${TABLES}::text[])`
  expect(references).toEqual([])
})

test('no statement locks rows of distributed tables', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  const statements = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(join('server', name), 'utf8').match(/`[^`]*`/g) ?? [])
  const isLock = /\bfor (no key )?(update|share)\b/
  const named = new RegExp(`\\b(${TABLES.join('|')})\\b`)
  expect(statements.filter((one) => isLock.test(one)).length).toBeGreaterThan(10)
  expect(statements.filter((one) => isLock.test(one) && named.test(one))).toEqual([])
})
