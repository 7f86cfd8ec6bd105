import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { countWaiting, type Waiting } from './count-waiting.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import {
  abuseReports,
  links,
  pages,
  widgets,
  type ReportDecision,
} from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { decodedPath, OWN_DOMAIN, readName } from '../../links/link-key.ts'
import { linkName } from '../../links/link-names.ts'

/** Number of days that a decided report is kept. */
export const CLOSED_REPORT_DAYS = 90

export type StoredReport = typeof abuseReports.$inferSelect & {
  /** Current name of the link (`linkName`), slug or key, or null if it was deleted. */
  nameNow: string | null
  isBlocked: boolean
}

const selectReports = (db: DbOrTx) =>
  db
    .select({
      report: abuseReports,
      link: { domainId: links.domainId, shortCode: links.shortCode },
      slugOrKey: sql<string | null>`coalesce(${pages.slug},
        case when ${widgets.deletedAt} is null then ${widgets.key} end)`,
      isBlocked: sql<boolean>`coalesce(${links.blockedAt}, ${pages.blockedAt}, ${widgets.blockedAt})
        is not null`,
    })
    .from(abuseReports)
    .leftJoin(links, eq(links.id, abuseReports.linkId))
    .leftJoin(pages, eq(pages.id, abuseReports.pageId))
    .leftJoin(widgets, eq(widgets.id, abuseReports.widgetId))

type Row = Awaited<ReturnType<typeof selectReports>>[number]

const toReport = ({ report, link, slugOrKey, isBlocked }: Row): StoredReport => ({
  ...report,
  nameNow: link ? linkName(link) : slugOrKey,
  isBlocked,
})

const isOpen = isNull(abuseReports.handledAt)

/** Returns undecided reports, newest first. */
export async function openReports(db: Db, limit: number): Promise<StoredReport[]> {
  const rows = await selectReports(db)
    .where(isOpen)
    .orderBy(sql`${abuseReports.createdAt} desc, ${abuseReports.id} desc`)
    .limit(limit)
  return rows.map(toReport)
}

/**
 * Returns the number of open reports and the age of the oldest one in hours. Uses an index of open
 * reports.
 */
export const countOpenReports = (db: DbOrTx): Promise<Waiting> =>
  countWaiting(db, abuseReports, { createdAt: abuseReports.createdAt, isOpen })

export async function readReport(db: Db, id: number): Promise<StoredReport | undefined> {
  const [row] = await selectReports(db).where(eq(abuseReports.id, id))
  return row && toReport(row)
}

/** Returns the URL under which it was reported. */
export const urlOfReport = ({ shortUrl, nameNow }: StoredReport, host: string) =>
  shortUrl || `${host}/${nameNow ?? ''}`

type NamedReport = Pick<StoredReport, 'about' | 'linkId' | 'shortUrl' | 'nameNow'>

/** Returns the current name of what was reported, or its name in the reported URL if it is deleted. */
export function nameOfReport({ about, shortUrl, nameNow }: NamedReport): string {
  if (nameNow !== null) return nameNow
  const last = shortUrl.slice(shortUrl.lastIndexOf('/') + 1)
  if (about !== 'link') return last
  // Reports of older servers contain exact codes without encoding, also those with several parts.
  const path = shortUrl.replace(/^https?:\/\/[^/]+\/(?:s\/)?/, '')
  const place = readName(decodedPath(path))
  return place ? linkName({ domainId: place.domainId, shortCode: place.code }) : last
}

/** Returns the subject of actions on what was reported. A link is named by its id. */
export const subjectOfReport = (report: NamedReport): string =>
  `${report.about} ${report.about === 'link' && report.linkId !== null ? report.linkId : nameOfReport(report)}`

export type ReportDecisionInput = { decision: ReportDecision; why: string }

export const isAboutLink = (linkId: string): SQL => eq(abuseReports.linkId, linkId)

/**
 * Returns the condition for reports of a deleted link, by the domain and code that were reported.
 * Case counts on a domain with exact codes.
 */
export function isAboutCode(
  { domainId, code }: { domainId: number; code: string },
  isExact: boolean,
): SQL {
  // Older servers did not encode the code of a link on a creator's domain.
  const plain = domainId === OWN_DOMAIN ? code : `${code}~${domainId}`
  const names = new Set([linkName({ domainId, shortCode: code }), plain])
  const ends = [...names].map((name) => (isExact ? urlEndsInExactly : urlEndsIn)(`/${name}`))
  return sql`${abuseReports.about} = 'link' and ${abuseReports.linkId} is null and (${sql.join(ends, sql` or `)})`
}

export const isAboutPage = (pageId: number): SQL => eq(abuseReports.pageId, pageId)

/** Returns the condition for reports of a deleted page, by the reported slug. */
export const isAboutSlug = (slug: string): SQL =>
  sql`${abuseReports.about} = 'page' and ${abuseReports.pageId} is null and ${urlEndsIn(`/${slug}`)}`

/**
 * Returns the condition for reports of a widget. A deleted widget keeps its row until its owner's
 * account is deleted.
 */
export const isAboutWidget = (widgetId: number): SQL => eq(abuseReports.widgetId, widgetId)

/**
 * Returns the condition for reports of a widget whose owner's account is deleted, by the reported
 * key.
 */
export const isAboutKey = (key: string): SQL =>
  sql`${abuseReports.about} = 'widget' and ${abuseReports.widgetId} is null and ${urlEndsIn(`/${key}`)}`

const urlEndsIn = (end: string): SQL =>
  endsIn(sql`lower(${abuseReports.shortUrl})`, end.toLowerCase())
const urlEndsInExactly = (end: string): SQL => endsIn(sql`${abuseReports.shortUrl}`, end)

/** PostgreSQL counts code points, not UTF-16 units. */
const endsIn = (text: SQL, end: string): SQL =>
  sql`right(${text}, ${Array.from(end).length}) = ${end}`

/**
 * Closes all open reports and tells each reporter who left an address, once. Returns the number of
 * closed reports.
 */
export async function closeReports(
  tx: Tx,
  about: SQL,
  decided: ReportDecisionInput,
): Promise<number> {
  const { decision, why: decidedWhy } = decided
  const closed = await tx
    .update(abuseReports)
    .set({ handledAt: new Date(), decision, decidedWhy })
    .where(and(about, isOpen))
    .returning({ id: abuseReports.id })
  const ids = closed.map(({ id }) => id)
  if (ids.length > 0) await notifyReporters(tx, ids)
  return ids.length
}

async function notifyReporters(tx: Tx, ids: number[]) {
  const reporters = await tx
    .selectDistinctOn([abuseReports.email], { reportId: abuseReports.id })
    .from(abuseReports)
    .where(and(inArray(abuseReports.id, ids), sql`${abuseReports.email} <> ''`))
    .orderBy(abuseReports.email, abuseReports.id)
  for (const one of reporters) await addJob(tx, 'report-mail', { ...one, about: 'decision' })
}
