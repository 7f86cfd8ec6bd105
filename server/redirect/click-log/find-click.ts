import { part, type SqlPart } from '../../platform/db/sql.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'
import { minClickId } from '../clicks/click-id.ts'
import { DAY_MS, dayOf } from '../clicks/utc-day.ts'
import { clicksOfChunks } from './chunk.ts'

/** Returns the lowest click id of a click's day. */
export const firstIdOfDay = (id: string): string => minClickId(dayOf(timeOfUuid(id)) * DAY_MS)

/** Id of a click, the lowest id of its day, and the last 64 bits of the id as a number. */
export type ClickKey = { id: string; first: string; end: string }

export const clickKey = (id: string): ClickKey => ({
  id,
  first: firstIdOfDay(id),
  end: BigInt.asIntN(64, BigInt(`0x${id.slice(19).replaceAll('-', '')}`)).toString(),
})

/**
 * Returns a subquery with the click of this id, or without rows. Clicks of closed days are found
 * as long as a shop or network may report their id.
 */
export function clickById(id: string | null): SqlPart {
  const { first = null, end = null } = id === null ? {} : clickKey(id)
  return clickByKey({
    id: part`${id}::uuid`,
    first: part`${first}::uuid`,
    end: part`${end}::bigint`,
  })
}

/** Returns the same subquery for a key that is part of a larger statement. */
export function clickByKey({ id, first, end }: Record<keyof ClickKey, SqlPart>): SqlPart {
  const columns = part`id, link_id, brand_id, at, kind, referrer, device, country, facets`
  return part`(
    select ${columns} from click_events where id = ${id}
    union all
    select ${columns} from (${clicksOfChunks(
      part`first_id between ${first} and ${id} and last_id >= ${id}`,
      part`id_end = ${end}`,
    )}) as closed where id = ${id}
    limit 1
  )`
}
