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
  const subject = about === 'receipt' ? `We have your report of ${url}` : `Your report of ${url}`
  const blocks = about === 'receipt' ? receipt(url) : decision(report, url, config.operatorEmail)
  await mail.send({ to: report.email, subject, blocks })
}

const receipt = (url: string): Block[] => [
  `Thank you for your report about ${url}`,
  `The operator of this ${APP_NAME} site has it and will look at it. You get the decision at this address.`,
  'If that was not you, somebody typed your address into our form. Ignore this mail then.',
]

const decision = (
  { about, decision, decidedWhy, createdAt }: StoredReport,
  url: string,
  to: string,
): Block[] => [
  `You reported ${url} on ${day.format(createdAt)}.`,
  decision === 'blocked'
    ? `We looked at it and ${STOPPED[about]} now.`
    : `We looked at it and left the ${about} as it is.`,
  ...(decidedWhy ? [`${decision === 'blocked' ? 'The rule it broke' : 'Why'}: ${decidedWhy}`] : []),
  `If you think that this is wrong, write to ${to}`,
]

const STOPPED = {
  link: 'stopped the link: it leads nowhere',
  page: 'took the page down: nobody sees it',
  widget: 'took the widget down: no site shows it',
} as const

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
