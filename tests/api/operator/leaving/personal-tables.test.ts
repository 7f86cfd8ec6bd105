import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../../../../server/platform/db/schema.ts'
import { PERSONAL_TABLES } from '../../../../server/operator/leaving/personal-tables.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

async function realTables(): Promise<string[]> {
  const rows = await server.deps.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('__drizzle'))
}

test('the list of personal tables has exactly the tables of the database', async () => {
  expect(Object.keys(PERSONAL_TABLES).sort()).toEqual((await realTables()).sort())
})

test('tables that refer to users are listed as personal', async () => {
  const named = await server.deps.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public'
      and (column_name in ('user_id', 'owner') or column_name like '%email%')`
  const referring = await server.deps.sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'links'::regclass, 'pages'::regclass,
      'collections'::regclass, 'sessions'::regclass, 'uploads'::regclass)`
  const names = new Set([...named, ...referring].map(({ name }) => name))
  expect([...names].filter((name) => PERSONAL_TABLES[name]?.fate === 'nobody')).toEqual([])
})

test('tables with cascading deletion are listed as deleted or detached', () => {
  const tables = Object.values(schema).filter((table) => is(table, PgTable))
  const wrong = tables.flatMap((table) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => key.reference().foreignTable === schema.users)
      .filter((key) => key.onDelete === 'cascade')
      .map(() => getTableName(table))
      .filter((name) => !['delete', 'anonymise'].includes(PERSONAL_TABLES[name]?.fate ?? '')),
  )
  expect(wrong).toEqual([])
})

test('each table has a reason and its file in the archive', () => {
  const told = Object.entries(PERSONAL_TABLES).filter(
    ([, { why, archive }]) =>
      why === '' || (typeof archive === 'string' ? archive : archive.no) === '',
  )
  expect(told).toEqual([])
})
