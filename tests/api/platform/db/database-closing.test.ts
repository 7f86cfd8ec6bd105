import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { links } from '../../../../server/platform/db/schema.ts'
import type { Log } from '../../../../server/platform/log/log.ts'
import { ClosingProxy } from '#support/server/hosts/closing-proxy.ts'
import { LINKS } from '#support/server/links.ts'
import { addOwner } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'

/** Log that ignores the expected errors about the lost database. */
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }
const CALLS = 30
/**
 * Maximum connection attempts per second. Each pool and the listener make two per second after
 * their first, faster retries.
 */
const TRIES_A_SECOND = 20

const direct = await startTestServer()
const { socketDir, user, database } = direct.database.address
const proxy = new ClosingProxy({ path: join(socketDir, '.s.PGSQL.5432') })
afterAll(() => proxy.stop())
const by = { url: `postgresql://${user}@127.0.0.1:${await proxy.listen()}/${database}` }
const { server, ana } = await startWithCreator({
  listen: true,
  log: QUIET,
  sharedServer: direct,
  databaseAddress: by,
})

/**
 * Stores a link without announcing it, because an announcement may not arrive before the database
 * goes away.
 */
async function storeLink(url: string): Promise<string> {
  const shortCode = 'known'
  const userId = await addOwner(direct)
  await direct.deps.db
    .insert(links)
    .values({ userId, shortCode, url, name: 'Known', host: '127.0.0.1' })
  return `/s/${shortCode}`
}

test('if a proxy accepts and closes connections, calls return 503, links redirect and nothing retries in a loop', async () => {
  const url = 'http://127.0.0.1:9/known'
  const path = await storeLink(url)
  const target = async () => (await server.request('GET', path)).headers.get('location')
  expect(await target()).toBe(url)
  proxy.close()
  const begun = performance.now()
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () => ana.send('GET', `${LINKS}domains/`)),
    )
    for (const answer of answers)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await target()).toBe(url)
  }
  const seconds = (performance.now() - begun) / 1000
  // Calls that started before the failure was known may each have made one attempt.
  expect(proxy.refused).toBeLessThan(CALLS + TRIES_A_SECOND * (seconds + 1))
  proxy.reopen()
  await expect
    .poll(async () => (await ana.send('GET', `${LINKS}domains/`)).status, { timeout: 30_000 })
    .toBe(200)
})
