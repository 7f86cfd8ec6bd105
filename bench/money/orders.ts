import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { KIND } from '../../server/redirect/clicks/kinds.ts'
import { setPostbackKey } from '../../server/money/conversions/postback-keys.ts'
import type { Database } from '../../server/platform/db/client.ts'
import { brandRates, brands } from '../../server/platform/db/schema.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import { storeLinks } from '../support/stored-links.ts'

/** Number of shops. Calls of each shop are limited per minute, so the load is spread over many. */
const SHOPS = 20
const LINKS = 1000
const CLICKS = 100_000

export type BusyShops = { keys: string[]; clicks: { id: string; shop: number }[] }
export type Limits = { connections: number; seconds: number }

/** Creates shops with rates, links to them, and clicks that orders can refer to. */
export async function openShops({ db, sql }: Database, dataDir: string): Promise<BusyShops> {
  const secrets = loadSecrets(dataDir)
  const keys: string[] = []
  const ids: string[] = []
  for (let n = 0; n < SHOPS; n += 1) {
    const key = `key-${randomUUID()}`
    const id = await db.transaction(async (tx) => {
      const name = `Shop ${n}`
      const [brand] = await tx
        .insert(brands)
        .values({ name, commissionBasisPoints: 1000 })
        .returning()
      if (!brand) throw new Error('The brand was not inserted')
      const startsAt = new Date(0)
      const rate = { rateBasisPoints: 1000, shareBasisPoints: 8000, startsAt }
      await tx.insert(brandRates).values({ brandId: brand.id, ...rate })
      await setPostbackKey(tx, secrets, brand.id, key)
      return brand.id
    })
    keys.push(key)
    ids.push(id)
  }
  await storeLinks(sql, 1, LINKS)
  await sql`
    update links set treat_as_in_network = true,
      brand_id = (${ids}::uuid[])[1 + abs(hashtext(short_code)) % ${SHOPS}]`
  const clicks = await sql<{ id: string; brand_id: string }[]>`
    insert into click_events (id, link_id, brand_id, at, kind, visitor)
    select gen_random_uuid(), own.id, own.brand_id, now() - interval '1 hour', ${KIND.unique}, ''
    from (select id, brand_id, row_number() over (order by id) - 1 as n from links) as own
    join generate_series(0, ${CLICKS - 1}::int) as click on click % ${LINKS} = own.n
    returning id, brand_id`
  await sql`analyze click_events`
  // Sort by random id, so that concurrent orders usually belong to different users.
  const mixed = clicks.toSorted((a, b) => a.id.localeCompare(b.id))
  return { keys, clicks: mixed.map(({ id, brand_id }) => ({ id, shop: ids.indexOf(brand_id) })) }
}

/**
 * Sends orders until the time is over, and uses up their clicks. Returns the number of orders per
 * second. Throws on any answer other than 200.
 */
export async function sendOrders(
  origin: string,
  { keys, clicks }: BusyShops,
  { connections, seconds }: Limits,
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const end = performance.now() + seconds * 1000
  let done = 0
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      const click = clicks.pop()
      if (!click) throw new Error('No clicks left. Set BENCH_SECONDS to a lower value.')
      const order = { click_id: click.id, order_id: randomUUID(), amount: '80.00' }
      await post(agent, origin, keys[click.shop] ?? '', order)
      done += 1
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, sendUntilEnd))
  agent.destroy()
  return (done * 1000) / (performance.now() - startedAt)
}

async function post(agent: Agent, origin: string, key: string, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Postback-Key': key,
  }
  const sent = request(`${origin}/postback`, { agent, method: 'POST', headers })
  sent.end(text)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200)
    throw new Error(`An order was answered with status ${answer.statusCode}`)
}
