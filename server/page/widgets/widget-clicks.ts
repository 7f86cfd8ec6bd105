import { inArray, sql } from 'drizzle-orm'
import type { Widget } from '#contract/page/widgets.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { widgetDays } from '../../platform/db/schema.ts'

export type WidgetClicks = Required<Pick<Widget, 'clicks' | 'clicks_30_days'>>

export const NO_CLICKS: WidgetClicks = { clicks: 0, clicks_30_days: 0 }

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the clicks of widgets from their daily sums. Widgets without clicks have no entry. */
export async function clicksOf(db: DbOrTx, ids: number[]): Promise<Map<number, WidgetClicks>> {
  if (ids.length === 0) return new Map()
  // The period includes today, so it starts DAYS - 1 days ago.
  const since = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const sum = sql`sum(${widgetDays.human} + ${widgetDays.unique})`
  const rows = await db
    .select({
      id: widgetDays.widgetId,
      clicks: sql<number>`${sum}::int`,
      clicks_30_days: sql<number>`coalesce(${sum} filter (where ${widgetDays.day} >= ${since}), 0)::int`,
    })
    .from(widgetDays)
    .where(inArray(widgetDays.widgetId, ids))
    .groupBy(widgetDays.widgetId)
  return new Map(rows.map(({ id, ...clicks }) => [id, clicks]))
}
