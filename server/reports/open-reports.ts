import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../db/client.ts'
import { abuseReports, links } from '../db/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import type { ReportDecision } from './report-reasons.ts'

export type StoredReport = typeof abuseReports.$inferSelect & {
  /** Of its link today; null when that is gone. */
  shortCode: string | null
  isBlocked: boolean
}

const selectReports = (db: DbOrTx) =>
  db
    .select({ report: abuseReports, shortCode: links.shortCode, blockedAt: links.blockedAt })
    .from(abuseReports)
    .leftJoin(links, eq(links.id, abuseReports.linkId))

type Row = Awaited<ReturnType<typeof selectReports>>[number]

const toReport = ({ report, shortCode, blockedAt }: Row): StoredReport => ({
  ...report,
  shortCode,
  isBlocked: blockedAt !== null,
})

const isOpen = isNull(abuseReports.handledAt)

/** What the operator has not decided yet, newest first. */
export async function openReports(db: Db, limit: number): Promise<StoredReport[]> {
  const rows = await selectReports(db)
    .where(isOpen)
    .orderBy(sql`${abuseReports.createdAt} desc, ${abuseReports.id} desc`)
    .limit(limit)
  return rows.map(toReport)
}

/** How many there are, and how long the first of them waits; from an index of the open ones. */
export async function reportsWaiting(db: DbOrTx): Promise<{ open: number; oldest_hours: number }> {
  const [row] = await db
    .select({
      open: sql<number>`count(*)::int`,
      oldest_hours: sql<number>`coalesce(
        floor(extract(epoch from now() - min(${abuseReports.createdAt})) / 3600), 0)::int`,
    })
    .from(abuseReports)
    .where(isOpen)
  return row ?? { open: 0, oldest_hours: 0 }
}

export async function readReport(db: Db, id: number): Promise<StoredReport | undefined> {
  const [row] = await selectReports(db).where(eq(abuseReports.id, id))
  return row && toReport(row)
}

/** What was reported, as whoever reported it knew it. */
export const reportedUrl = ({ shortUrl, shortCode }: StoredReport, host: string) =>
  shortUrl || `${host}/${shortCode ?? ''}`

export type Decided = { decision: ReportDecision; why: string }

export const aboutLink = (linkId: string): SQL => eq(abuseReports.linkId, linkId)

/** Reports of a link that is gone, by the code it was reported under. */
export const aboutCode = (code: string): SQL =>
  sql`${abuseReports.linkId} is null
    and right(lower(${abuseReports.shortUrl}), ${code.length + 1}) = ${`/${code.toLowerCase()}`}`

/**
 * The operator has decided: nothing said so far is open any more, and each who left an address hears
 * of it once. Answers how much was open.
 */
export async function closeReports(tx: Tx, about: SQL, decided: Decided): Promise<number> {
  const { decision, why: decidedWhy } = decided
  const closed = await tx
    .update(abuseReports)
    .set({ handledAt: new Date(), decision, decidedWhy })
    .where(and(about, isOpen))
    .returning({ id: abuseReports.id })
  const ids = closed.map(({ id }) => id)
  if (ids.length > 0) await tellReporters(tx, ids)
  return ids.length
}

async function tellReporters(tx: Tx, ids: number[]) {
  const told = await tx
    .selectDistinctOn([abuseReports.email], { reportId: abuseReports.id })
    .from(abuseReports)
    .where(and(inArray(abuseReports.id, ids), sql`${abuseReports.email} <> ''`))
    .orderBy(abuseReports.email, abuseReports.id)
  for (const one of told) await addJob(tx, 'report-mail', { ...one, about: 'decision' })
}
