import { and, eq, gt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { Email } from '#contract/people/session.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { abuseReports, type ReportReason } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { REPORT_REASONS } from './report-reasons.ts'

const REASONS = Object.keys(REPORT_REASONS) as ReportReason[]

const ReportInput = v.object({
  reason: v.picklist(REASONS, 'Choose what is wrong.'),
  details: text(1000),
  name: text(120),
  email: v.union([v.literal(''), Email]),
  good_faith: v.boolean(),
})

/** Returns whether the reporter must give a name. Child abuse can be reported anonymously. */
const needsName = ({ reason }: { reason: ReportReason }) => reason !== 'child-abuse'

export const AbuseReport = v.pipe(
  ReportInput,
  v.forward(
    v.partialCheck(
      [['reason'], ['name']],
      (report) => report.name !== '' || !needsName(report),
      'Enter your name.',
    ),
    ['name'],
  ),
  v.forward(
    v.partialCheck(
      [['reason'], ['email']],
      (report) => report.email !== '' || !needsName(report),
      'Enter your email address, so that we can send you the decision.',
    ),
    ['email'],
  ),
  v.forward(
    v.partialCheck(
      [['reason'], ['good_faith']],
      (report) => report.good_faith || !needsName(report),
      'Confirm that your report is true to the best of your knowledge.',
    ),
    ['good_faith'],
  ),
)
export type AbuseReport = v.InferOutput<typeof AbuseReport>

/** Subject of a report. The URLs are kept even if it changes or is deleted. */
export type ReportSubject = { shortUrl: string } & (
  | { about: 'link'; linkId: string; targetUrl: string }
  | { about: 'page'; pageId: number }
  | { about: 'widget'; widgetId: number }
)

/**
 * Stores a report and tells the operator. To prevent flooding, at most one email per hour is sent
 * for each link, page or widget, and one more for child abuse. The list shows all reports.
 */
export async function storeReport(deps: Deps, reported: ReportSubject, report: AbuseReport) {
  const { good_faith: goodFaith, ...columns } = report
  const hasReceipt = report.email !== '' && (await canSendReceipt(deps, report.email))
  await deps.db.transaction(async (tx) => {
    const isFirst = (await recentReports(tx, reported, report.reason)) === 0
    const [added] = await tx
      .insert(abuseReports)
      .values({ targetUrl: '', ...reported, goodFaith, ...columns })
      .returning({ reportId: abuseReports.id })
    if (!added) throw new Error('insert returned no row')
    if (isFirst) await deps.jobs.add(tx, 'abuse-mail', added)
    if (hasReceipt) await deps.jobs.add(tx, 'report-mail', { ...added, about: 'receipt' })
  })
}

/** Limits receipts per address, because the form accepts any address. */
async function canSendReceipt(deps: Deps, email: string): Promise<boolean> {
  try {
    await countAttempt(deps, { limit: 'receiptsByAddressee', of: email })
    return true
  } catch (error) {
    if (error instanceof ThrottledError) return false
    throw error
  }
}

function isAbout(reported: ReportSubject) {
  if (reported.about === 'link') return eq(abuseReports.linkId, reported.linkId)
  if (reported.about === 'page') return eq(abuseReports.pageId, reported.pageId)
  return eq(abuseReports.widgetId, reported.widgetId)
}

const recentReports = (db: DbOrTx, reported: ReportSubject, reason: ReportReason) =>
  db.$count(
    abuseReports,
    and(
      isAbout(reported),
      reason === 'child-abuse' ? eq(abuseReports.reason, reason) : undefined,
      gt(abuseReports.createdAt, sql`now() - interval '1 hour'`),
    ),
  )
