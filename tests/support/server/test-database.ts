import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type DbAddress } from '../../../server/db/client.ts'

const TEMPLATE = 'split_template'

type SocketAddress = Extract<DbAddress, { socketDir: string }>

export type TestDatabase = { address: SocketAddress; drop(): Promise<void> }

/** A database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('database')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asOwner(server, (sql) => sql`create database ${sql(database)} template ${sql(TEMPLATE)}`)
  return {
    address: { ...server, database },
    drop: () =>
      asOwner(server, (sql) => sql`drop database if exists ${sql(database)} with (force)`),
  }
}

type OneSql = ReturnType<typeof connect>['sql']

async function asOwner(address: SocketAddress, work: (sql: OneSql) => PromiseLike<unknown>) {
  const { sql } = connect({ ...address, database: 'postgres' }, { max: 1 })
  await work(sql)
  await sql.end()
}
