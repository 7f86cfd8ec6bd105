import { part, type SqlPart } from '../../platform/db/sql.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'
import { minClickId } from '../clicks/click-id.ts'
import { DAY_MS, dayOf } from '../clicks/utc-day.ts'
import { clicksOfChunks } from './chunk.ts'

/** Returns the lowest click id of a click's day. */
export const firstIdOfDay = (id: string): string => minClickId(dayOf(timeOfUuid(id)) * DAY_MS)

/**
 * Returns a subquery with the click of this id, or without rows. Clicks of closed days are found
 * as long as a shop or network may report their id.
 */
export function clickById(id: string | null): SqlPart {
  const { first, end } = id === null ? NO_KEY : keyOf(id)
  const columns = part`id, link_id, brand_id, at, kind, referrer, device, country, facets`
  return part`(
    select ${columns} from click_events where id = ${id}::uuid
    union all
    select ${columns} from (${clicksOfChunks(
      part`first_id between ${first}::uuid and ${id}::uuid and last_id >= ${id}::uuid`,
      part`id_end = ${end}::bigint`,
    )}) as closed where id = ${id}::uuid
    limit 1
  )`
}

/** Returns the lowest id of the click's day, and the last 64 bits of its id as a number. */
const keyOf = (id: string) => ({
  first: firstIdOfDay(id),
  end: BigInt.asIntN(64, BigInt(`0x${id.slice(19).replaceAll('-', '')}`)).toString(),
})
const NO_KEY = { first: null, end: null }
