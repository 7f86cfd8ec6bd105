import type { Sql } from '../../platform/db/sql.ts'
import { list } from '../../platform/db/array-literal.ts'
import { MAX_SHIPMENT } from './feed-tables.ts'
import type { Origin } from './origin-client.ts'

type Shipment = { number: number; batches: string[] }

/** Maximum number of batches per shipment. */
const MAX_BATCHES = 1000

/**
 * Sends the oldest stored clicks to the origin and deletes them. Returns false if there are none.
 * The batches of a shipment are recorded before it is sent, so a retry after a lost answer or a
 * crash has the same number and the same clicks, and the origin accepts it once.
 */
export async function shipClicks(sql: Sql, origin: Origin): Promise<boolean> {
  const shipment = (await unfinished(sql)) ?? (await begin(sql))
  if (!shipment) return false
  const { number, batches } = shipment
  const ids = list(batches)
  const bodies = await sql<{ body: string }[]>`
    select body from click_batches where id = any(${ids}::text::uuid[]) order by id`
  const [state] = await sql<{ id: string }[]>`select id from edge_state.edge`
  const lines = bodies.map(({ body }) => body).join('')
  await origin.sendClicks({ edgeId: state?.id ?? '', number, lines })
  await sql.begin(async (tx) => {
    await tx`delete from click_batches where id = any(${ids}::text::uuid[])`
    await tx`delete from edge_state.shipment`
  })
  return true
}

async function unfinished(sql: Sql): Promise<Shipment | undefined> {
  const [shipment] = await sql<Shipment[]>`
    select number::float8 as number, batches::text[] as batches from edge_state.shipment`
  return shipment
}

async function begin(sql: Sql): Promise<Shipment | undefined> {
  const [shipment] = await sql<Shipment[]>`
    with chosen as (
      select array_agg(id) as batches from (
        select id, sum(length(body)) over (order by id) as size, row_number() over (order by id) as n
        from (select id, body from click_batches order by id limit ${MAX_BATCHES}) oldest
      ) sized where size <= ${MAX_SHIPMENT} or n = 1
    ), numbered as (
      update edge_state.edge set shipments = shipments + 1
      where (select batches from chosen) is not null returning shipments
    )
    insert into edge_state.shipment (number, batches)
    select shipments, batches from numbered, chosen
    returning number::float8 as number, batches::text[] as batches`
  return shipment
}
