import { part, type Sql } from '../platform/db/sql.ts'
import { createTurns } from '../platform/limit/turns.ts'

/** Takes the places of links with a click limit. */
export type Places = {
  /** Takes one place. Returns false if none is left. */
  take(linkId: string): Promise<boolean>
  /** Returns whether a place is left. Takes none. */
  isLeft(linkId: string): Promise<boolean>
}

type Waiter = { resolve: (hasPlace: boolean) => void; reject: (error: unknown) => void }

/** Maximum number of concurrent statements. More would take connections away from the app's requests. */
const MAX_RUNNING = 2

/**
 * Creates the access to the places of all links. They are counted in the database before a request
 * is answered, so a limit holds for several servers, and a crash can lose a place but never give
 * one too many. Requests that wait for places of one link share a statement.
 */
export function createPlaces(sql: Sql): Places {
  const waiting = new Map<string, Waiter[]>()
  const turns = createTurns({ maxRunning: MAX_RUNNING })

  async function takeForWaiting(linkId: string) {
    const waiters = waiting.get(linkId) ?? []
    waiting.delete(linkId)
    try {
      const granted = await takePlaces(sql, linkId, waiters.length)
      for (const [n, { resolve }] of waiters.entries()) resolve(n < granted)
    } catch (error) {
      for (const { reject } of waiters) reject(error)
    }
  }

  return {
    take: (linkId) =>
      new Promise((resolve, reject) => {
        const waiter = { resolve, reject }
        const waiters = waiting.get(linkId)
        if (waiters) {
          waiters.push(waiter)
          return
        }
        waiting.set(linkId, [waiter])
        void turns.run(() => takeForWaiting(linkId))
      }),
    isLeft: (linkId) => turns.run(() => isPlaceLeft(sql, linkId)),
  }
}

/** Takes up to `count` places and returns the number taken. */
async function takePlaces(sql: Sql, linkId: string, count: number): Promise<number> {
  const granted = await updatePlaces(sql, linkId, count)
  if (granted !== undefined) return granted
  // The first opening creates the row.
  await sql`
    insert into link_places (link_id) select id from links where id = ${linkId}::uuid
    on conflict do nothing`
  return (await updatePlaces(sql, linkId, count)) ?? 0
}

/**
 * Takes places in one statement; undefined if the link has no row yet. The lock makes concurrent
 * statements wait, and the locked row is the newest, so no place is given twice.
 */
async function updatePlaces(sql: Sql, linkId: string, count: number) {
  const [row] = await sql<{ granted: number }[]>`
    update link_places set used = before.used + before.granted
    from (
      select link_id, used, least(${count}::int, ${PLACES_LEFT}) as granted
      from link_places join links on links.id = link_id
      where link_id = ${linkId}::uuid for update of link_places
    ) before
    where link_places.link_id = before.link_id returning before.granted`
  return row?.granted
}

async function isPlaceLeft(sql: Sql, linkId: string): Promise<boolean> {
  const [row] = await sql<{ left: number }[]>`
    select ${PLACES_LEFT} as left from links left join link_places on link_id = links.id
    where links.id = ${linkId}::uuid`
  return row !== undefined && row.left > 0
}

/** Number of places left. A link whose limit was just removed has as many as its highest limit. */
const PLACES_LEFT = part`greatest(coalesce(max_clicks, 1000000000) - coalesce(used, 0), 0)`
