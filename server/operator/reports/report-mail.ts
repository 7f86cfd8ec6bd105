import { APP_NAME } from '#contract/app-constants.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { readReport, urlOfReport, type StoredReport } from './open-reports.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/**
 * Sends the receipt of a report or the decision about it to the reporter. It repeats nothing from
 * the form; otherwise the form could send any text to any address.
 */
export const reportMail: JobHandler<'report-mail'> = async (
  { db, mail, config },
  { reportId, about },
) => {
  const report = await readReport(db, reportId)
  if (!report || report.email === '') return
  const url = urlOfReport(report, config.shortLinkHost)
  const subject =
    about === 'receipt' ? `We received your report of ${url}` : `Your report of ${url}`
  const blocks = about === 'receipt' ? receipt(url) : decision(report, url, config.supportEmail)
  await mail.send({ to: report.email, subject, blocks })
}

const receipt = (url: string): Block[] => [
  `Thank you for your report about ${url}`,
  `The operator of this ${APP_NAME} site will review it. We send the decision to this address.`,
  'If you didn’t send a report, someone else entered your address in our form. You can ignore this email.',
]

const decision = (
  { about, decision, decidedWhy, createdAt }: StoredReport,
  url: string,
  to: string,
): Block[] => [
  `You reported ${url} on ${day.format(createdAt)}.`,
  decision === 'blocked'
    ? `We reviewed it and ${STOPPED[about]}.`
    : `We reviewed it and did not block the ${about}.`,
  ...(decidedWhy ? [`${decision === 'blocked' ? 'The rule it broke' : 'Why'}: ${decidedWhy}`] : []),
  `If you disagree, write to ${to}`,
]

const STOPPED = {
  link: 'blocked the link. It no longer redirects',
  page: 'blocked the page. Nobody can see it',
  widget: 'blocked the widget. No site shows it',
} as const

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
