import type { OwnVisitors } from '../../redirect/clicks/own-visitors.ts'
import { agentOf, isPrefetch } from '../../redirect/clicks/kinds.ts'
import { createVisitors, type VisitorOf } from '../../redirect/clicks/visitor.ts'
import { DAY_MS, dayOf } from '../../redirect/clicks/utc-day.ts'
import type { Salts } from '../../redirect/clicks/day-salts.ts'
import { createBatchedWrites } from '../../platform/batched-writes.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'

/** Data of a request that identifies and classifies a visitor. */
export type Visit = {
  isHead: boolean
  remote: string
  forwardedFor: string
  userAgent: string
  purpose: string
}

export type PageViews = {
  record(page: { pageId: number; userId: string }, visit: Visit): void
  /** Resolves when the views recorded so far are stored, or storing has just failed. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 1000
/**
 * Maximum number of different waiting entries. During a long database outage, further views are
 * lost instead of filling the memory.
 */
const MAX_WAITING = 100_000

type ViewsDeps = { sql: Sql; log: Log; salts: Pick<Salts, 'of'>; config: Config }

/**
 * Creates the counter of page views by day and kind: people, bots and previews as for clicks, and
 * the page's owner on a device where they are signed in. Requests do not wait for it.
 */
export function createPageViews({ sql, log, salts, config }: ViewsDeps): PageViews {
  const visitorOf = createVisitors(salts, config.trustedProxies)
  let waiting = new Map<string, number>()

  async function write() {
    const views = waiting
    waiting = new Map()
    if (views.size === 0) return
    try {
      await store(sql, views)
    } catch (error) {
      log.warn('could not store page views, will retry', { error })
      for (const [key, count] of views) add(waiting, key, count)
    }
  }

  const { request, flush } = createBatchedWrites(write, FLUSH_MS)
  return {
    record({ pageId, userId }, visit) {
      add(waiting, keyOf(pageId, userId, visit, visitorOf), 1)
      request()
    },
    flush,
    stop: flush,
  }
}

function add(views: Map<string, number>, key: string, count: number) {
  if (views.has(key) || views.size < MAX_WAITING) views.set(key, (views.get(key) ?? 0) + count)
}

/**
 * Returns the key under which a view is counted. For people, it includes the visitor id to
 * recognise the owner; that id is dropped when the view is stored.
 */
function keyOf(pageId: number, userId: string, visit: Visit, visitorOf: VisitorOf): string {
  const at = Date.now()
  const { id: agentId, kind } = agentOf(visit.userAgent)
  const isUnseen = kind === 'human' && (visit.isHead || isPrefetch(visit.purpose))
  const day = new Date(dayOf(at) * DAY_MS).toISOString().slice(0, 10)
  if (kind !== 'human' || isUnseen) return `${pageId} ${day} ${isUnseen ? 'preview' : kind}`
  const { remote, forwardedFor } = visit
  return `${pageId} ${day} ${kind} ${userId} ${visitorOf({ remote, forwardedFor, agentId, at })}`
}

async function store(sql: Sql, views: Map<string, number>) {
  const own = await ownersAmong(sql, views)
  const sums = new Map<string, number>()
  for (const [key, count] of views) {
    const [pageId, day, kind, userId = '', visitor = ''] = key.split(' ')
    const shown = `${pageId} ${day} ${own.get(userId)?.has(visitor) ? 'own' : kind}`
    sums.set(shown, (sums.get(shown) ?? 0) + count)
  }
  // Sorted, so that two processes cannot deadlock.
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  const column = (at: number) => rows.map(([key]) => key.split(' ')[at] ?? '')
  await sql`
    insert into page_views (page_id, day, kind, views)
    select page_id, day::date, kind, views
    from unnest(${column(0)}::int[], ${column(1)}::text[], ${column(2)}::text[],
      ${rows.map(([, count]) => count)}::bigint[]) as seen (page_id, day, kind, views)
    where exists (select from pages where pages.id = page_id)
    on conflict (page_id, day, kind) do update set views = page_views.views + excluded.views`
}

async function ownersAmong(sql: Sql, views: Map<string, number>): Promise<OwnVisitors> {
  const userIds = [...new Set([...views.keys()].flatMap((key) => key.split(' ')[3] ?? []))]
  const own = new Map<string, Set<string>>()
  if (userIds.length === 0) return own
  const rows = await sql<{ user_id: string; visitor: string }[]>`
    select user_id, visitor from own_visitors where user_id = any(${userIds}::text[]::uuid[])`
  for (const { user_id, visitor } of rows) {
    own.set(user_id, (own.get(user_id) ?? new Set()).add(visitor))
  }
  return own
}
