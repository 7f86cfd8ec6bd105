import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setPostbackKey } from '../../server/money/conversions/postback-keys.ts'
import { connect } from '../../server/platform/db/client.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { brands } from '../../server/platform/db/schema.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import { PHONE } from '#support/server/links/short-links.ts'

const PARAMETER = 'subid'
const COMMISSION_CENTS = 800
const PAUSE_MS = 20

/** Last status of each order: 200, or 202 if it waits for its click. */
export type OrderStatuses = Map<string, number>

/** Creates a shop for the links `c1` to `c<links>` and returns its postback key. */
export async function openShop(dataDir: string, links: number): Promise<string> {
  const key = `key-${randomUUID()}`
  await withDatabase(dataDir, async ({ db, sql }) => {
    const values = { name: 'Shop', clickParam: PARAMETER, commissionBasisPoints: 1000 }
    const [brand] = await db.insert(brands).values(values).returning()
    if (!brand) throw new Error('The brand was not inserted')
    const secrets = loadSecrets(dataDir)
    await db.transaction((tx) => setPostbackKey(tx, secrets, brand.id, key))
    await sql`
      update links set brand_id = ${brand.id}, treat_as_in_network = true
      where short_code = any(${Array.from({ length: links }, (_, n) => `c${n + 1}`)})`
  })
  return key
}

/** Clicks and orders with several people at once. An order without an answer is sent again. */
export async function buy(
  port: number,
  { key, people, links }: { key: string; people: number; links: number },
  isOver: () => boolean,
): Promise<OrderStatuses> {
  const origin = `http://127.0.0.1:${port}`
  const bought: OrderStatuses = new Map()
  const buyer = async (number: number) => {
    for (let turn = 0; !isOver(); turn += 1) {
      const clickId = await click(`${origin}/s/c${1 + ((number + turn * people) % links)}`, turn)
      if (clickId === null) await sleep(PAUSE_MS)
      else await order(clickId)
    }
  }
  async function order(click_id: string) {
    const body = JSON.stringify({ click_id, order_id: randomUUID(), amount: '80.00' })
    const { order_id } = JSON.parse(body) as { order_id: string }
    for (;;) {
      const status = await sendOrder(origin, key, body)
      // Without an answer, or after a 503 or 429, the order is sent again.
      const isAnswered = status !== undefined && status < 500 && status !== 429
      if (isAnswered) bought.set(order_id, status)
      if (isAnswered) return
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: people }, (_, number) => buyer(number)))
  return bought
}

async function click(url: string, turn: number): Promise<string | null> {
  const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': `198.51.100.${turn % 250}` }
  const answer = await fetch(url, { headers, redirect: 'manual' }).catch(() => undefined)
  const location = answer?.headers.get('location')
  return location ? new URL(location).searchParams.get(PARAMETER) : null
}

async function sendOrder(origin: string, key: string, body: string): Promise<number | undefined> {
  const headers = { 'Content-Type': 'application/json', 'X-Postback-Key': key }
  try {
    const answer = await fetch(`${origin}/postback`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined
  }
}

export type BookedCounts = { booked: number; waiting: number; missing: number; doubled: number }

/**
 * Returns how many of the orders are booked, waiting, missing, and booked twice according to the
 * ledger.
 */
export const countBooked = (dataDir: string, bought: OrderStatuses): Promise<BookedCounts> =>
  withDatabase(dataDir, async ({ sql }) => {
    const orders = [...bought.keys()]
    const [row] = await sql<[{ booked: number; waiting: number; cents: string }]>`
      with asked as (select unnest(${orders}::text[]) as order_id),
      own as (select conversions.id, user_id from conversions join asked using (order_id))
      select (select count(*)::int from own) as booked,
        (select count(*)::int from asked where order_id not in (select order_id from conversions)
          and order_id in (select input->>'orderId' from postback_calls where state = 'parked')
        ) as waiting,
        (select coalesce(sum(cents), 0)::text from own join ledger_entries
          on reference = 'conversion:' || own.id and owner = own.user_id) as cents`
    const { booked, waiting, cents } = row
    return {
      booked,
      waiting,
      missing: orders.length - booked - waiting,
      doubled: Number(cents) / COMMISSION_CENTS - booked,
    }
  })

async function withDatabase<T>(
  dataDir: string,
  work: (database: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error(`No database is running on ${dataDir}`)
  const database = connect(address, { max: 1 })
  return work(database).finally(() => database.sql.end())
}
