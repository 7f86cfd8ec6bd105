import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeServer, createServer } from '../../../server/listen.ts'
import type { Log } from '../../../server/log.ts'
import { createRedirector } from '../../../server/redirect/redirect.ts'
import { addLink, clickOn, countsOf, noClicks, visit } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

/** That clicks are not counted is logged, which is expected here. */
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ log: QUIET })
})
afterAll(() => server.stop())

test('when clicks cannot be written for long, links lead on without counting, and count again afterwards', async () => {
  const { deps } = server
  const redirector = await createRedirector(deps, { roomMs: 50 })
  const http = createServer(deps, redirector).listen(0, 'localhost')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const on = { ...server, origin: `http://localhost:${port}` }
  const link = await addLink(server)
  const open = () => visit(on, `/s/${link.shortCode}`)
  await open()
  await deps.clicks.settle()
  let recorded = 0
  await deps.sql.begin(async (lock) => {
    await lock`select id from users where id = ${link.userId} for update`
    while (!deps.clicks.isFull) {
      deps.clicks.record(clickOn(link, { userAgent: 'Googlebot/2.1' }))
      recorded += 1
    }
    expect(await open()).toMatchObject({ status: 302, location: link.url })
    expect(await open()).toMatchObject({ status: 302, location: link.url })
  })
  await expect.poll(() => deps.clicks.isFull, { timeout: 20_000 }).toBe(false)
  const counts = () => countsOf(server, link)
  await expect.poll(counts, { timeout: 60_000 }).toEqual({ ...noClicks, unique: 1, bot: recorded })
  await visit(on, `/s/${link.shortCode}`, { headers: { 'User-Agent': 'Googlebot/2.1' } })
  await expect
    .poll(counts, { timeout: 20_000 })
    .toEqual({ ...noClicks, unique: 1, bot: recorded + 1 })
  await closeServer(http)
  redirector.stop()
}, 120_000)
