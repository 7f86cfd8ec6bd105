import { ConfigError } from '../../platform/config/config-error.ts'
import { openClient, type DbAddress } from '../../platform/db/client.ts'
import { columnsOf, FEED_FORMAT, FEED_TABLES } from './feed-tables.ts'

/** Indexes by which redirects read, beside the primary keys. */
const INDEXES = [
  'links (domain_id, lower(short_code))',
  'stores (host)',
  'pages (user_id)',
  'link_domains (domain)',
]

const listOf = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Returns statements that create the copied tables: only the columns of the feed, no constraints. */
const createTables = () => [
  'drop schema if exists edge cascade',
  'create schema edge',
  ...FEED_TABLES.flatMap((table) => [
    `create table edge.${table.name} as
      select ${listOf(columnsOf(table))} from public.${table.name} with no data`,
    `create index on edge.${table.name} (${listOf(table.key)})`,
  ]),
  ...INDEXES.map((index) => `create index on edge.${index}`),
]

/** Statements that create the edge's own state, in one row, and the shipment that is under way. */
const CREATE_STATE = [
  'create schema if not exists edge_state',
  `create table if not exists edge_state.edge (
    id uuid not null default gen_random_uuid(), shipments bigint not null default 0,
    format integer not null default 0, cursor text)`,
  `insert into edge_state.edge (id) select gen_random_uuid()
    where not exists (select from edge_state.edge)`,
  'create table if not exists edge_state.shipment (number bigint not null, batches uuid[] not null)',
]

async function inDatabase(address: DbAddress, statements: string[]) {
  const client = openClient(address)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const setSearchPath = (value: string) =>
  `do $$ begin execute format('alter database %I set search_path ${value}', current_database()); end $$`

/** Makes migrations change the tables of the installation, not the copied ones. */
export const beforeMigrations = (address: DbAddress) =>
  inDatabase(address, [setSearchPath('to default')])

/**
 * Creates the local copy, after the migrations. Queries without a schema then read the copied
 * tables instead of the empty ones of the installation. Tables of another format are created again.
 *
 * @throws ConfigError if the database belongs to an installation.
 */
export async function createCopy(address: DbAddress): Promise<void> {
  const client = openClient(address)
  await client.connect()
  try {
    const { rows: users } = await client.query('select 1 from public.users limit 1')
    if (users.length > 0)
      throw new ConfigError('DATA_DIR belongs to an app server. Set another DATA_DIR for the edge.')
    for (const statement of CREATE_STATE) await client.query(statement)
    const { rows } = await client.query<{ format: number }>('select format from edge_state.edge')
    if (rows[0]?.format !== FEED_FORMAT) {
      await client.query('begin')
      for (const statement of createTables()) await client.query(statement)
      await client.query('update edge_state.edge set format = $1, cursor = null', [FEED_FORMAT])
      await client.query('commit')
    }
    await client.query(setSearchPath('to edge, public'))
  } finally {
    await client.end()
  }
}
