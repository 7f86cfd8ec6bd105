import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { Email } from '#contract/session.ts'
import type { Db, DbOrTx } from '../db/client.ts'
import { abuseReports, links } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import type { Inspected } from './inspection.ts'

/** What one may say against a link, as its form words it. */
export const REPORT_REASONS = {
  scam: 'It is a scam, or steals passwords',
  malware: 'It leads to harmful software',
  illegal: 'It leads to something illegal',
  hate: 'It leads to hate or harassment',
  spam: 'It reached me as spam',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

const REASONS = Object.keys(REPORT_REASONS) as ReportReason[]

export const AbuseReport = v.object({
  reason: v.picklist(REASONS, 'Choose what is wrong with it.'),
  details: text(1000),
  /** Empty: no answer is wanted. */
  email: v.union([v.literal(''), Email]),
})
export type AbuseReport = v.InferOutput<typeof AbuseReport>

/**
 * Keeps a report and tells the operator. One mail an hour for a link: the list has the rest, and
 * nobody fills a mailbox with a form.
 */
export async function reportLink(deps: Deps, { id, url }: Inspected, report: AbuseReport) {
  await deps.db.transaction(async (tx) => {
    const isFirst = (await recentReports(tx, id)) === 0
    const [added] = await tx
      .insert(abuseReports)
      .values({ linkId: id, targetUrl: url ?? '', ...report })
      .returning({ id: abuseReports.id })
    if (added && isFirst) await deps.jobs.add(tx, 'abuse-mail', { reportId: added.id })
  })
}

const recentReports = (db: DbOrTx, linkId: string) =>
  db.$count(
    abuseReports,
    and(
      eq(abuseReports.linkId, linkId),
      gt(abuseReports.createdAt, sql`now() - interval '1 hour'`),
    ),
  )

export type OpenReport = Pick<
  typeof abuseReports.$inferSelect,
  'id' | 'targetUrl' | 'reason' | 'details' | 'email' | 'createdAt'
> & { shortCode: string; isBlocked: boolean }

const openReport = {
  id: abuseReports.id,
  targetUrl: abuseReports.targetUrl,
  reason: abuseReports.reason,
  details: abuseReports.details,
  email: abuseReports.email,
  createdAt: abuseReports.createdAt,
  shortCode: links.shortCode,
  isBlocked: sql<boolean>`${links.blockedAt} is not null`,
}

const selectReports = (db: DbOrTx) =>
  db.select(openReport).from(abuseReports).innerJoin(links, eq(links.id, abuseReports.linkId))

/** What the operator has not decided yet, newest first. */
export const openReports = (db: Db, limit: number): Promise<OpenReport[]> =>
  selectReports(db)
    .where(isNull(abuseReports.handledAt))
    .orderBy(sql`${abuseReports.createdAt} desc, ${abuseReports.id} desc`)
    .limit(limit)

export async function readReport(db: Db, id: number): Promise<OpenReport | undefined> {
  const [row] = await selectReports(db).where(eq(abuseReports.id, id))
  return row
}

/** The operator has decided: nothing said so far is open any more. Answers how much that was. */
export async function closeReports(db: DbOrTx, linkId: string): Promise<number> {
  const closed = await db
    .update(abuseReports)
    .set({ handledAt: new Date() })
    .where(and(eq(abuseReports.linkId, linkId), isNull(abuseReports.handledAt)))
    .returning({ id: abuseReports.id })
  return closed.length
}
