import { EventEmitter, once } from 'node:events'
import { sql as statement } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, type Db, type Tx } from '../../../../server/platform/db/client.ts'
import type { Sql } from '../../../../server/platform/db/sql.ts'
import { unavailableReason } from '../../../../server/platform/db/unavailable.ts'
import { createTestDatabase } from '#support/server/test-database.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

// An unhandled rejection would end a server. Here it fails the test run.
let sql: Sql
let db: Db
const database = await forThisFile(createTestDatabase())
const admin = connect(database.address, { max: 1 }).sql
await admin`create table notes (text text)`
afterAll(async () => {
  await admin.end()
})
beforeEach(() => {
  ;({ sql, db } = connect(database.address, { max: 1 }))
})
afterEach(async () => {
  await sql.end()
  await admin`truncate notes`
})

const texts = async () => (await admin`select text from notes`).map((row) => row['text'] as string)

/**
 * Ends the connection in the middle of the transaction, as when the database's process is killed.
 */
async function cut(tx: Tx) {
  const [row] = await tx.execute(statement`select pg_backend_pid() as pid`)
  const pid = Number(row?.['pid'])
  const ended = async () =>
    (await admin`select 1 from pg_stat_activity where pid = ${pid}`).length === 0
  await admin`select pg_terminate_backend(${pid})`
  await expect.poll(ended).toBe(true)
}

/** Inserts a row and returns "written", or the reason why that failed. */
const note = (on: Tx, text: string) =>
  on.execute(statement`insert into notes values (${text})`).then(() => 'written', unavailableReason)

/** Ends connections that run pg_sleep. Returns their number. */
const stopSleeping = async () =>
  (
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
  ).length

/** Whether the error is answered with 503 and Retry-After. */
const isLost = (error: unknown) => unavailableReason(error) === 'gone'

describe('a connection lost in a transaction', () => {
  test('fails that transaction only, and the pool goes on', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values ('undone')`
      const running = tx`select pg_sleep(60)`.catch((error: unknown) => error)
      await expect.poll(stopSleeping).toBe(1)
      throw await running
    })
    await expect(work).rejects.toSatisfy(isLost)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    expect(await texts()).toEqual([])
  })

  test('does not run later statements of the transaction on the next connection', async () => {
    const outcomes: unknown[] = []
    const gate = new EventEmitter()
    const resumed = once(gate, 'open')
    const other = connect(database.address, { max: 2 })
    const work = other.db.transaction(async (tx) => {
      await cut(tx)
      await resumed
      outcomes.push(await note(tx, 'stray'))
      outcomes.push(
        await tx.transaction((inner) => note(inner, 'stray too')).catch(unavailableReason),
      )
      throw new Error('its own')
    })
    const failure = work.catch((error: unknown) => error)
    // A concurrent transaction in the same pool is neither joined nor rolled back.
    await other.sql.begin(async (tx) => {
      await tx`insert into notes values ('kept')`
      gate.emit('open')
      await expect.poll(() => outcomes.length).toBe(2)
    })
    expect(await failure).toMatchObject({ message: 'its own' })
    await other.sql.end()
    expect(outcomes).toEqual(['gone', 'gone'])
    expect(await texts()).toEqual(['kept'])
  })

  test('also in a savepoint', async () => {
    const work = db.transaction((outer) =>
      outer.transaction(async (inner) => {
        await inner.execute("insert into notes values ('undone')")
        await inner.execute('select pg_terminate_backend(pg_backend_pid())')
      }),
    )
    await expect(work).rejects.toSatisfy(isLost)
    await db.transaction((tx) =>
      tx.transaction((inner) => inner.execute("insert into notes values ('kept')")),
    )
    expect(await texts()).toEqual(['kept'])
  })

  test('also in the middle of a COPY', async () => {
    const work = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`
      function* lots() {
        yield Buffer.from('undone\n')
        void admin`select pg_terminate_backend(${Number(row?.['pid'])})`
        // More than the buffers hold, so that the copy is still running when the connection ends.
        for (let n = 0; n < 4000; n += 1) yield Buffer.from(`${'more'.repeat(4000)}\n`)
      }
      await tx.copyIn('copy notes (text) from stdin', lots())
    })
    await expect(work).rejects.toSatisfy(isLost)
    await sql`insert into notes values ('kept')`
    expect(await texts()).toEqual(['kept'])
  })
})

describe('a transaction', () => {
  test('reports the error of the failed statement, not a later one', async () => {
    const work = sql.begin(async (tx) => {
      await tx`select 1 / 0`
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('fails if it was rolled back, even if the error of the statement was ignored', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into notes values ('undone')`
      await tx`select 1 / 0`.catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await texts()).toEqual([])
  })

  test('rejects statements after its end', async () => {
    const ended = await sql.begin(async (tx) => ({ tx }))
    await expect(ended.tx`insert into notes values ('stray')`).rejects.toThrow('over')
    expect(await texts()).toEqual([])
  })

  test('returns its connection if it fails to begin', async () => {
    vi.spyOn(Client.prototype, 'query').mockImplementationOnce(() => {
      throw new Error('BEGIN failed')
    })
    await expect(sql.begin(async () => {})).rejects.toThrow('BEGIN failed')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })
})
