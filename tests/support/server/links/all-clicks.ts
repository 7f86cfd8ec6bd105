import { clicksOfChunks } from '../../../../server/redirect/click-log/chunk.ts'
import { closeUntil } from '../../../../server/redirect/click-log/close-clicks.ts'
import { part } from '../../../../server/platform/db/sql.ts'
import type { TestServer } from '../test-app.ts'

type WithDeps = Pick<TestServer, 'deps'>

/** Closes all clicks, also those of today. */
export const closeAll = ({ deps }: WithDeps) =>
  closeUntil(deps.sql, Date.now() + 1000, new AbortController().signal)

export type StoredClick = {
  id: string | null
  link_id: string
  brand_id: string | null
  at: string
  kind: number
  referrer: string
  device: string
  country: string
  facets: string
}
const COLUMNS = part`id, link_id, brand_id, at::text, kind, referrer, device, country, facets`

/** Returns the clicks of these links that are single rows. */
export const openClicks = ({ deps }: WithDeps, links: string[]) =>
  deps.sql<StoredClick[]>`
    select ${COLUMNS} from click_events where link_id = any(${links}::uuid[]) order by at, id`

/** Returns the clicks of these links that are closed. */
export const closedClicks = ({ deps }: WithDeps, links: string[]) =>
  deps.sql<StoredClick[]>`
    select ${COLUMNS} from (${clicksOfChunks(part`true`)}) as closed
    where link_id = any(${links}::uuid[]) order by closed.at, id`
