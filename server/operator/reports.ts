import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { REPORT_REASONS } from './reports/report-reasons.ts'
import {
  openReports,
  urlOfReport,
  countOpenReports,
  type StoredReport,
} from './reports/open-reports.ts'
import { formatMinute, printable } from './printable.ts'

const MAX_LISTED = 100

/** Lists open reports and the age of the oldest one. */
export async function listReports(db: Db, { shortLinkHost }: Config): Promise<string> {
  const reports = await openReports(db, MAX_LISTED)
  if (reports.length === 0) return 'No open reports.'
  const { open, oldest_hours } = await countOpenReports(db)
  const head = `${open === 1 ? '1 open report' : `${open} open reports`}, the oldest ${age(oldest_hours)} old.`
  const more = open > MAX_LISTED ? [`Only the newest ${MAX_LISTED} are listed.`] : []
  return [head, ...reports.map((report) => formatReport(report, shortLinkHost)), ...more].join(
    '\n\n',
  )
}

function age(hours: number): string {
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

function formatReport(report: StoredReport, host: string): string {
  const { about, createdAt, targetUrl, reason, details, name, email } = report
  const url = urlOfReport(report, host)
  const lines = [
    `${formatMinute(createdAt)}  ${url}${noteOf(report, url)}`,
    about === 'link' ? `led to ${targetUrl || 'nowhere'}` : `a ${about}`,
    `${REPORT_REASONS[reason]}${details && `: ${details}`}`,
    email && `answer to ${name} ${email}`.replace('  ', ' '),
  ]
  return lines
    .filter((line) => line !== '')
    .map(printable)
    .join('\n  ')
}

function noteOf({ about, nameNow, isBlocked }: StoredReport, url: string): string {
  if (nameNow === null) return `  (the ${about} is gone)`
  if (isBlocked) return '  (blocked)'
  return url.toLowerCase().endsWith(`/${nameNow.toLowerCase()}`) ? '' : `  (now ${nameNow})`
}
