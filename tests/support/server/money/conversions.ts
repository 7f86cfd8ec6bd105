import { randomUUID } from 'node:crypto'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'
import { setPostbackKey } from '../../../../server/money/conversions/postback-keys.ts'
import { settleMoney } from '../../../../server/money/conversions/money-job.ts'
import { brandRates, brands, clickEvents } from '../../../../server/platform/db/schema.ts'
import type { BrandRow } from '../../../../server/money/conversions/rates.ts'
import { sumsOf } from '../../../../server/money/ledger/balance.ts'
import type { Person } from '../people.ts'
import { addLink, type StoredLink } from '../links/short-links.ts'
import type { Reachable, TestServer } from '../test-app.ts'

/** Part of a server needed to store data. */
export type WithDeps = Pick<TestServer, 'deps'>

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

export type Shop = BrandRow & { postbackKey: string }

/**
 * Creates a brand with a commission of 10 %, all of which goes to the creator, and a key to report
 * orders.
 */
export async function addShop(
  server: WithDeps,
  terms: Partial<typeof brands.$inferInsert> = {},
  rate: Partial<typeof brandRates.$inferInsert> = {},
): Promise<Shop> {
  const { db, secrets } = server.deps
  const postbackKey = `key-${randomUUID()}`
  const brand = await db.transaction(async (tx) => {
    const values = { name: 'Kitchen', commissionBasisPoints: 1000, ...terms }
    const [row] = await tx.insert(brands).values(values).returning()
    if (!row) throw new Error('no brand')
    await tx.insert(brandRates).values({
      brandId: row.id,
      rateBasisPoints: 1000,
      shareBasisPoints: 10_000,
      startsAt: new Date(Date.now() - 400 * DAY_MS),
      ...rate,
    })
    await setPostbackKey(tx, secrets, row.id, postbackKey)
    return row
  })
  return { ...brand, postbackKey }
}

export const addShopLink = (server: WithDeps, shop: Shop, person: Person): Promise<StoredLink> =>
  addLink(server, { userId: person.uuid, brandId: shop.id, name: 'Lamp', treatAsInNetwork: true })

type ClickOptions = { at?: Date; kind?: number; brandId?: string | null }

/** Stores a click as it is after counting. */
export async function addClick(
  server: WithDeps,
  link: StoredLink,
  {
    at = new Date(Date.now() - HOUR_MS),
    kind = KIND.unique,
    brandId = link.brandId,
  }: ClickOptions = {},
): Promise<string> {
  const id = clickId(at.getTime())
  await server.deps.db
    .insert(clickEvents)
    .values({ id, linkId: link.id, brandId, at, kind, visitor: '0123456789abcdef' })
  return id
}

export type ReportAnswer = {
  status: number
  body: { status?: string; commission?: number } & ErrorBody
}
type ErrorBody = { errors?: Record<string, string[]>; held?: boolean }

/** Sends an order as a shop does, with its key in a header. */
export async function tell(server: Reachable, shop: Shop, body: object): Promise<ReportAnswer> {
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const answer = await server.request('POST', '/postback', { body, headers })
  return { status: answer.status, body: (await answer.json()) as ReportAnswer['body'] }
}

/** Runs the timed steps of money as of this many milliseconds later. */
export const settleLater = (server: WithDeps, ms: number) =>
  settleMoney(server.deps, new Date(Date.now() + ms))

export const moneyOf = (server: WithDeps, person: { uuid: string }) =>
  sumsOf(server.deps.db, person.uuid)

/** Creates a person's link to a shop and a click on it. */
export async function selling(server: WithDeps, shop: Shop, person: Person) {
  const link = await addShopLink(server, shop, person)
  return { link, clickId: await addClick(server, link) }
}
