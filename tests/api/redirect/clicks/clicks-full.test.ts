import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Clicks } from '../../../../server/redirect/clicks/clicks.ts'
import { closeServer, createServer } from '../../../../server/listen.ts'
import type { Log } from '../../../../server/platform/log/log.ts'
import { createRedirector } from '../../../../server/redirect/redirect.ts'
import {
  addBrand,
  addLink,
  BOT,
  countsOf,
  fillQueue,
  noClicks,
  visit,
} from '#support/server/links/short-links.ts'
import {
  addShop,
  addShopLink,
  settleLater,
  moneyOf,
  tell,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

/** Log that ignores the expected errors about clicks that are not counted. */
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }

const server = await startTestServer({ log: QUIET })

/** Starts a server for redirects with another click recorder. */
async function redirecting(clicks = server.deps.clicks) {
  const deps = { ...server.deps, clicks }
  const redirector = await createRedirector(deps, { roomMs: 50 })
  const http = createServer(deps, redirector).listen(0, 'localhost')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    on: { ...server, origin: `http://localhost:${port}` },
    stop: async () => {
      await closeServer(http)
      redirector.stop()
    },
  }
}

test('a sent click id is recorded even with a full queue, and its order is paid', async () => {
  const { deps } = server
  const ana = await signUp(server)
  const shop = await addShop(server, { clickParam: 'subid' })
  const [link, other] = [await addShopLink(server, shop, ana), await addLink(server)]
  const { on, stop } = await redirecting()
  const ids: string[] = []
  await deps.sql.begin(async (lock) => {
    await lock`select id from users where id = ${other.userId} for update`
    fillQueue(server, other)
    for (let n = 0; n < 3; n += 1) {
      const { location } = await visit(on, `/s/${link.shortCode}`)
      ids.push(new URL(location ?? '').searchParams.get('subid') ?? '')
    }
  })
  await stop()
  const known = async () => {
    await deps.clicks.settle()
    const rows = await deps.sql`select id from click_events where id = any(${ids}::uuid[])`
    return rows.length
  }
  await expect.poll(known, { timeout: 60_000 }).toBe(3)
  for (const click_id of ids) {
    const order = { click_id, order_id: `order-of-${click_id}`, amount: '10' }
    expect((await tell(server, shop, order)).status).toBe(200)
  }
  await settleLater(server, 0)
  const { pending = 0, held = 0 } = await moneyOf(server, ana)
  expect(pending + held).toBe(300)
}, 120_000)

test('if nothing more can be stored, no click id is sent', async () => {
  const brandId = await addBrand(server, 'subid')
  // The address was copied from another click. Its click id belongs to that click, so it is
  // removed.
  const url = 'http://shop.example/lamp?size=2&subid=old#top'
  const link = await addLink(server, { url, brandId, treatAsInNetwork: true })
  const full: Clicks = {
    isFull: true,
    isOverfull: true,
    recorded: 0,
    waiting: 0,
    limit: 0,
    record: () => expect.unreachable('a click that cannot be kept'),
    afterKept: (answer) => answer(),
    journalWorks: true,
    waitForSpace: () => new Promise(() => {}),
    countStored: () => {},
    settle: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  const { on, stop } = await redirecting(full)
  const location = 'http://shop.example/lamp?size=2#top'
  expect(await visit(on, `/s/${link.shortCode}`)).toMatchObject({ status: 302, location })
  await stop()
})

test('while clicks cannot be written, redirects work without counting, and count again later', async () => {
  const { deps } = server
  const { on, stop } = await redirecting()
  const link = await addLink(server)
  const open = () => visit(on, `/s/${link.shortCode}`)
  await open()
  await deps.clicks.settle()
  let recorded = 0
  await deps.sql.begin(async (lock) => {
    await lock`select id from users where id = ${link.userId} for update`
    recorded = fillQueue(server, link)
    expect(await open()).toMatchObject({ status: 302, location: link.url })
    expect(await open()).toMatchObject({ status: 302, location: link.url })
  })
  await expect.poll(() => deps.clicks.isFull, { timeout: 20_000 }).toBe(false)
  const counts = () => countsOf(server, link)
  await expect.poll(counts, { timeout: 60_000 }).toEqual({ ...noClicks, unique: 1, bot: recorded })
  await visit(on, `/s/${link.shortCode}`, { headers: { 'User-Agent': BOT } })
  const again = { ...noClicks, unique: 1, bot: recorded + 1 }
  await expect.poll(counts, { timeout: 20_000 }).toEqual(again)
  await stop()
}, 120_000)
