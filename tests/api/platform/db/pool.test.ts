import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect, type PoolOptions } from '../../../../server/platform/db/client.ts'
import { unavailableReason } from '../../../../server/platform/db/unavailable.ts'
import { ClosingProxy } from '#support/server/hosts/closing-proxy.ts'
import { createTestDatabase } from '#support/server/test-database.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const database = await forThisFile(createTestDatabase())
const { socketDir, user, database: name } = database.address
const proxy = new ClosingProxy({ path: join(socketDir, '.s.PGSQL.5432') })
const address = { url: `postgresql://${user}@127.0.0.1:${await proxy.listen()}/${name}` }
afterAll(async () => {
  proxy.stop()
})

const withPool = async (
  options: PoolOptions,
  work: (ask: () => Promise<unknown>) => Promise<void>,
) => {
  const { sql } = connect(address, options)
  const ask = () => sql`select 1 as one`.then(() => 'answered', unavailableReason)
  await work(ask).finally(() => sql.end())
}

test('requests share one connection attempt while the database closes connections', async () => {
  await withPool({ patienceMs: 0 }, async (ask) => {
    proxy.close()
    expect(await ask()).toBe('gone')
    const before = proxy.refused
    const answers = await Promise.all(Array.from({ length: 100 }, ask))
    expect(new Set(answers)).toEqual(new Set(['gone']))
    expect(proxy.refused - before).toBe(1)
    proxy.reopen()
    expect(await ask()).toBe('answered')
  })
})

test('a short outage is waited out', async () => {
  await withPool({ patienceMs: Infinity }, async (ask) => {
    proxy.close()
    const before = proxy.refused
    const answer = ask()
    await expect.poll(() => proxy.refused).toBeGreaterThan(before + 2)
    proxy.reopen()
    expect(await answer).toBe('answered')
  })
})

test('a closed pool rejects requests at once', async () => {
  proxy.close()
  const { sql } = connect(address, { patienceMs: Infinity })
  const before = proxy.refused
  const answer = sql`select 1`.catch(unavailableReason)
  await expect.poll(() => proxy.refused).toBeGreaterThan(before)
  await sql.end()
  expect(await answer).toBe('gone')
  proxy.reopen()
})

test('closing a pool waits until the database has closed its connections', async () => {
  const { sql, pool } = connect(address)
  const taken = await pool.connect()
  await sql`select 1`
  taken.release()
  expect(proxy.databaseConnections.size).toBeGreaterThanOrEqual(2)
  await sql.end()
  expect(proxy.databaseConnections.size).toBe(0)
})

test('if all connections are in use, the error says so', async () => {
  const { sql, pool } = connect(address, { max: 1 })
  const taken = await pool.connect()
  expect(await sql`select 1`.catch(unavailableReason)).toBe('busy')
  taken.release()
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await sql.end()
})

test('a statement on a silent connection times out', async () => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const { sql } = connect({ url: `postgresql://split@127.0.0.1:${port}/split` }, { patienceMs: 0 })
  expect(await sql`select 1`.catch(unavailableReason)).toBe('gone')
  await sql.end()
  silent.close()
})
