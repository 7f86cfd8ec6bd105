import { clickEvents } from '../../../../server/platform/db/schema.ts'
import type { TestServer } from '../test-app.ts'
import { signUp, type Person } from '../people.ts'
import type { StoredLink } from '../links/short-links.ts'
import { addShop, addShopLink, HOUR_MS, newOrder, tell, type Shop } from './conversions.ts'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { KIND } from '../../../../server/redirect/clicks/kinds.ts'

type Seller = { person: Person; links: StoredLink[] }

/** Shops with the same creators, each with a link to each shop and an earlier order. */
export type OrderWorld = {
  shops: Shop[]
  sellers: Seller[]
  /** Names of ids that differ between worlds. */
  names: Map<string, string>
}

export type SellerClick = { seller: number; shop: number; at: Date; facets?: string }

/** Returns an item that exists. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`There is no item ${index}.`)
  return item
}

/** Time of all clicks before the first orders. */
const startedAt = new Date(Date.now() - 2 * HOUR_MS)

/** Creates a world. Two worlds differ only by their ids. */
export async function addOrderWorld(server: TestServer, sellers: number): Promise<OrderWorld> {
  const shops = [await addShop(server), await addShop(server, { name: 'Garden' })]
  const world: OrderWorld = { shops, sellers: [], names: new Map() }
  for (const [n, shop] of shops.entries()) world.names.set(shop.id, `shop ${n}`)
  for (let seller = 0; seller < sellers; seller += 1) {
    const person = await signUp(server)
    const links = []
    for (const shop of shops) links.push(await addShopLink(server, shop, person))
    world.sellers.push({ person, links })
    world.names.set(person.uuid, `seller ${seller}`)
    for (const [n, link] of links.entries()) world.names.set(link.id, `link ${seller} ${n}`)
    const click = await addSellerClick(server, world, { seller, shop: 0, at: startedAt })
    const first = newOrder(click, {
      ordered_at: new Date(startedAt.getTime() + 60_000).toISOString(),
    })
    world.names.set(first.order_id, `first order ${seller}`)
    await tell(server, itemAt(shops, 0), first)
  }
  return world
}

/** Adds a click on a seller's link and returns its id. */
export async function addSellerClick(
  { deps }: TestServer,
  { sellers, names, shops }: OrderWorld,
  { seller, shop, at, facets = '' }: SellerClick,
): Promise<string> {
  const id = clickId(at.getTime())
  names.set(id, `click ${names.size}`)
  await deps.db.insert(clickEvents).values({
    id,
    linkId: itemAt(itemAt(sellers, seller).links, shop).id,
    brandId: itemAt(shops, shop).id,
    at,
    kind: KIND.unique,
    visitor: '0123456789abcdef',
    referrer: seller % 2 === 0 ? 'pages.example' : '',
    device: 'mobile',
    country: 'DE',
    facets,
  })
  return id
}

/** Returns everything that the orders of a world have written, with names in place of ids. */
export async function writtenIn({ deps: { sql } }: TestServer, world: OrderWorld) {
  const users = world.sellers.map(({ person }) => person.uuid)
  const brands = world.shops.map(({ id }) => id)
  const rows = await sql<{ row: unknown }[]>`
    with own as (select * from conversions where user_id = any(${users}::uuid[]))
    select jsonb_build_array('order', to_jsonb(own) - ${[
      'id',
      'created_at',
      'approved_at',
      'available_at',
      'reversed_at',
      'hold_look_at',
      'signed_at',
    ]}::text[]) as row from own
    union all
    select jsonb_build_array('entry', order_id, entry.kind, entry.account, owner, cents)
      from own join ledger_entries as entry on reference = 'conversion:' || own.id
    union all
    select jsonb_build_array('change', order_id, what, why, by, made.state, cents, fingerprint)
      from own join conversion_changes as made on conversion_id = own.id
    union all
    select jsonb_build_array('item', user_id, kind, link_id, details - 'entry')
      from activity_items where user_id = any(${users}::uuid[])
    union all
    select jsonb_build_array('call', to_jsonb(call) - ${['id', 'at']}::text[])
      from postback_calls as call where brand_id = any(${brands}::uuid[])
    union all
    select jsonb_build_array('link', id, revenue_cents, commission_cents)
      from links where user_id = any(${users}::uuid[])
    union all
    select jsonb_build_array('user', id, change_seq) from users where id = any(${users}::uuid[])
    union all
    select jsonb_build_array('difference', to_jsonb(one) - 'id')
      from order_differences as one where user_id = any(${users}::uuid[])
    union all
    select jsonb_build_array('user day', to_jsonb(one))
      from user_days as one where user_id = any(${users}::uuid[])
    union all
    select jsonb_build_array('link day', to_jsonb(one))
      from link_days as one where user_id = any(${users}::uuid[])
    union all
    select jsonb_build_array('facet day', to_jsonb(one))
      from link_facet_days as one where user_id = any(${users}::uuid[])`
  return rows.map(({ row }) => named(JSON.stringify(row), world)).toSorted()
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const named = (text: string, { names }: OrderWorld) =>
  text.replaceAll(UUID, (id) => names.get(id) ?? id)
