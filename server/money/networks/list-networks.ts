import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { EarnedElsewhere, Networks } from '#contract/money/networks.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { networkReports, networkRows } from '../../platform/db/schema.ts'
import {
  dollarsOf,
  earnedElsewhere,
  toElsewhere,
} from '../../links/network-income/earned-elsewhere.ts'
import { sumsOfRows, type SumFilter } from '../../links/network-income/link-sums.ts'
import { toTotals } from '../../links/network-income/units.ts'

/** Number of days that the sums cover. */
const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

const recentDays = (now: Date): SumFilter => ({
  from: new Date(now.getTime() - DAYS * DAY_MS),
  until: new Date(now.getTime() + DAY_MS),
})

/** Returns what a user earned elsewhere in the last 30 days. */
export const earnedRecently = (db: DbOrTx, userId: string, now: Date): Promise<EarnedElsewhere> =>
  earnedElsewhere(db, userId, recentDays(now))

/** Returns the networks of which a user imported reports, the highest income first. */
export async function listNetworks(db: DbOrTx, userId: string, now: Date): Promise<Networks> {
  const sums = await sumsOfRows(db, userId, recentDays(now))
  const reports = await db
    .select({
      network: networkReports.network,
      until: sql<string | null>`max(${networkReports.until})`,
    })
    .from(networkReports)
    .where(and(eq(networkReports.userId, userId), isNotNull(networkReports.finishedAt)))
    .groupBy(networkReports.network)
  const results = reports.map(({ network, until }) => {
    const own = sums.filter((sum) => sum.network === network)
    return {
      network,
      reported_until: until === null ? null : new Date(until).toISOString(),
      orders: own
        .filter(({ status }) => status !== 'declined')
        .reduce((total, { rows }) => total + rows, 0),
      totals: toTotals(own),
      approved_dollars: dollarsOf(own, 'approved'),
    }
  })
  return {
    results: results.toSorted(
      (one, other) =>
        other.approved_dollars - one.approved_dollars || (one.network < other.network ? -1 : 1),
    ),
    earned_elsewhere: toElsewhere(sums),
    unmatched: await db.$count(
      networkRows,
      and(eq(networkRows.userId, userId), isNull(networkRows.linkId)),
    ),
    running: await runningReport(db, userId),
  }
}

/** Time after which an import that has not ended was interrupted. */
const MAX_IMPORT_MS = 5 * 60 * 1000

async function runningReport(db: DbOrTx, userId: string): Promise<Networks['running']> {
  const [running] = await db
    .select({ done: networkReports.done, rows: networkReports.rows })
    .from(networkReports)
    .where(
      and(
        eq(networkReports.userId, userId),
        isNull(networkReports.finishedAt),
        sql`${networkReports.createdAt} > now() - make_interval(secs => ${MAX_IMPORT_MS / 1000})`,
      ),
    )
    .orderBy(desc(networkReports.createdAt))
    .limit(1)
  return running ?? null
}
