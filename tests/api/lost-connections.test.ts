import { EventEmitter, once } from 'node:events'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../server/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'

// What nobody catches would end a server; here it fails the run.
let database: TestDatabase
let admin: Sql
let sql: Sql
let db: ReturnType<typeof connect>['db']
beforeAll(async () => {
  database = await createTestDatabase()
  admin = connect(database.address, { max: 1 }).sql
  await admin`create table notes (text text)`
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})
beforeEach(() => {
  // One connection: its successor is the one that stray statements would reach.
  ;({ sql, db } = connect(database.address, { max: 1 }))
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await admin`truncate notes`
})

const texts = async () => (await admin`select text from notes`).map((row) => row['text'] as string)

/** As when the database's process is killed: the connection ends in the middle. */
async function cut(tx: TransactionSql) {
  const [row] = await tx`select pg_backend_pid() as pid`
  const pid = Number(row?.['pid'])
  const ended = async () =>
    (await admin`select 1 from pg_stat_activity where pid = ${pid}`).length === 0
  await admin`select pg_terminate_backend(${pid})`
  await expect.poll(ended).toBe(true)
}

/** Ends connections that wait for a statement; answers how many there were. */
const stopSleeping = async () =>
  (
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
  ).length

const LOST = { code: 'CONNECTION_CLOSED' }

describe('a connection that is lost in a transaction', () => {
  test('fails that transaction only, and the pool goes on', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values ('undone')`
      const running = tx`select pg_sleep(60)`.catch((error: unknown) => error)
      await expect.poll(stopSleeping).toBe(1)
      throw await running
    })
    await expect(work).rejects.toMatchObject(LOST)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    expect(await texts()).toEqual([])
  })

  test('takes no later statement of it to the connection that comes after', async () => {
    const outcomes: unknown[] = []
    const gate = new EventEmitter()
    const resumed = once(gate, 'open')
    let isOver = false
    const work = sql.begin(async (tx) => {
      await cut(tx)
      await resumed
      const note = (text: string) =>
        tx`insert into notes values (${text})`.then(
          () => 'written',
          (error: { code?: string }) => error.code,
        )
      outcomes.push(await note('stray'))
      outcomes.push(
        await tx
          .savepoint((inner) => inner`insert into notes values ('stray too')`)
          .then(
            () => 'written',
            (error: { code?: string }) => error.code,
          ),
      )
      isOver = true
    })
    await expect(work).rejects.toMatchObject(LOST)
    // A transaction of somebody else, on the successor, is neither joined nor rolled back.
    await sql.begin(async (tx) => {
      await tx`insert into notes values ('kept')`
      gate.emit('open')
      await expect.poll(() => isOver).toBe(true)
    })
    expect(outcomes).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED'])
    expect(await texts()).toEqual(['kept'])
  })

  test('also in a savepoint', async () => {
    const work = db.transaction((outer) =>
      outer.transaction(async (inner) => {
        await inner.execute("insert into notes values ('undone')")
        await inner.execute('select pg_terminate_backend(pg_backend_pid())')
      }),
    )
    await expect(work).rejects.toMatchObject(LOST)
    await db.transaction((tx) =>
      tx.transaction((inner) => inner.execute("insert into notes values ('kept')")),
    )
    expect(await texts()).toEqual(['kept'])
  })

  test('also in the middle of a COPY', async () => {
    const work = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`
      const stream = await tx`copy notes (text) from stdin`.writable()
      const failed = new Promise<void>((resolve) => stream.on('error', () => resolve()))
      stream.write('undone\n')
      await admin`select pg_terminate_backend(${Number(row?.['pid'])})`
      await failed
      await new Promise((resolve) => stream.write('more\n', resolve))
      stream.end()
      await tx`insert into notes values ('stray')`
    })
    await expect(work).rejects.toMatchObject(LOST)
    await sql`insert into notes values ('kept')`
    expect(await texts()).toEqual(['kept'])
  })
})
