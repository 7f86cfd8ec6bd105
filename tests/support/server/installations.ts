import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { tablesOf, qualifiedName } from '../../../server/operator/backup/catalog.ts'
import { fullName } from '../../../server/operator/backup/manifest.ts'
import { readConfig, type Config } from '../../../server/platform/config/config.ts'
import {
  connect,
  openClient,
  openPool,
  type DbAddress,
} from '../../../server/platform/db/client.ts'
import { withConnection } from '../../../server/platform/db/statement.ts'

/** Empty data folder and empty database. */
export type EmptyPlace = {
  config: Config
  env: { DATA_DIR: string; DATABASE_URL: string }
  address: { url: string }
  remove(): Promise<void>
}

export async function emptyPlace(): Promise<EmptyPlace> {
  const server = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'split-test-place-'))
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl({ ...server, database: name }),
  }
  return {
    config: readConfig(env),
    env,
    address: { url: env.DATABASE_URL },
    async remove() {
      await asOwner(`drop database if exists ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function asOwner(statement: string) {
  const client = openClient({ ...inject('database'), database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

type SocketAddress = Extract<DbAddress, { socketDir: string }>

/** Returns this database's URL in the format of DATABASE_URL. */
export const databaseUrl = ({ socketDir, user, database }: SocketAddress) =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`

/** The only row that a restore adds: the time from which ids are assigned again. */
const NEW_EPOCH = `to_jsonb(t) ->> 'key' is not distinct from 'epoch'`

/** Returns a hash of each table's rows. Equal hashes mean equal rows. */
export async function contentsOf(address: DbAddress): Promise<Record<string, string>> {
  const pool = openPool(address, { max: 1 })
  try {
    return await withConnection(pool, async (client) => {
      await client.query(`set timezone = 'UTC'`)
      const contents: Record<string, string> = {}
      for (const table of await tablesOf(client)) {
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '')
            as sum from ${qualifiedName(table)} t
            where not (${table.name === 'operator_settings' ? NEW_EPOCH : 'false'})`,
        )
        contents[fullName(table)] = rows[0]?.sum ?? ''
      }
      return contents
    })
  } finally {
    await pool.end()
  }
}

/** Runs one statement on a separate connection. */
export async function runStatement(address: DbAddress, text: string) {
  const { pool } = connect(address, { max: 1 })
  try {
    return (await pool.query(text)).rows as Record<string, unknown>[]
  } finally {
    await pool.end()
  }
}
