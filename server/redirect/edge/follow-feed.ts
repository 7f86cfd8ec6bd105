import type { Sql } from '../../platform/db/sql.ts'
import { applyChanges, copyAll } from './apply-changes.ts'
import { FEED_FORMAT } from './feed-tables.ts'
import type { Origin } from './origin-client.ts'

type FollowDeps = {
  sql: Sql
  origin: Origin
  /** Called after salts of the origin were stored. */
  renewSalts: () => Promise<void>
}

/** Copy of the origin's rows that reads changes whenever `follow` is called. */
export type Follower = {
  /** Reads and applies the changes since the last call. */
  follow(): Promise<void>
  /** Whether all rows were copied once, so that redirects can be answered. */
  readonly hasCopy: boolean
  /** Time of the last contact in milliseconds since 1970; 0 before the first. */
  readonly followedAt: number
}

/** Number of calls without changes after which the cursor is saved, to bound work after a restart. */
const CALLS_PER_SAVE = 120

/** Creates the follower with the stored cursor. */
export async function createFollower(deps: FollowDeps): Promise<Follower> {
  const { sql, origin } = deps
  const [state] = await sql<{ cursor: string | null }[]>`select cursor from edge_state.edge`
  let cursor = state?.cursor ?? null
  let followedAt = 0
  let calls = 0
  let salts = ''

  return {
    get hasCopy() {
      return cursor !== null
    },
    get followedAt() {
      return followedAt
    },
    async follow() {
      const feed = await origin.changes(cursor)
      if (feed.format < FEED_FORMAT)
        throw new Error('the origin has an older version: update it before its edges')
      const newSalts = JSON.stringify(feed.salts)
      if (newSalts !== salts) {
        await storeSalts(sql, newSalts)
        await deps.renewSalts()
        salts = newSalts
      }
      calls += 1
      if (feed.isStale) await copyAll(sql, origin, feed.cursor)
      else if (feed.tables.length > 0 || calls % CALLS_PER_SAVE === 0) await applyChanges(sql, feed)
      cursor = feed.cursor
      followedAt = Date.now()
    },
  }
}

/**
 * Stores the origin's salts in place of own ones and deletes those that are no longer needed, after
 * which no visitor of these days can be recognized.
 */
async function storeSalts(sql: Sql, salts: string) {
  await sql`
    insert into visitor_salts (day, salt)
    select key::date, value from jsonb_each_text(${salts}::text::jsonb)
    on conflict (day) do update set salt = excluded.salt`
  await sql`delete from visitor_salts where day < (now() at time zone 'UTC')::date - 1`
}
