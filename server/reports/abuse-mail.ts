import { APP_NAME } from '#contract/app-constants.ts'
import { REPORT_REASONS } from './report-reasons.ts'
import { readReport, reportedUrl, type StoredReport } from './open-reports.ts'
import type { JobHandler } from '../jobs/job-handler.ts'

/** Tells the operator of a reported link or page. */
export const abuseMail: JobHandler<'abuse-mail'> = async ({ db, mail, config }, { reportId }) => {
  const report = await readReport(db, reportId)
  if (!report) return
  const url = reportedUrl(report, config.shortLinkHost)
  const name = report.nameNow ?? url.slice(url.lastIndexOf('/') + 1)
  await mail.send({
    to: config.operatorEmail,
    subject: `A ${APP_NAME} ${report.about} was reported: ${name}`,
    text: mailText(report, url, report.about === 'page' ? `p/${name}` : name),
  })
}

const mailText = (
  { about, targetUrl, reason, details, name, email }: StoredReport,
  url: string,
  typed: string,
) =>
  `Somebody reported ${url}

${about === 'page' ? 'It is the page of a creator.' : `It led to: ${targetUrl || 'nowhere'}`}
What is wrong: ${REPORT_REASONS[reason]}
In their words: ${details || '–'}
Their name: ${name || 'they gave none'}
An answer goes to: ${email || 'nobody, they left no address'}

Look at it, then decide on the machine that runs ${APP_NAME}:

  npm run operator -- block ${typed} --why "what is wrong" --rule "which rule that breaks"
                                   ${about === 'page' ? 'takes the page down' : 'stops the link'}; its owner is told both
  npm run operator -- dismiss ${typed}   leaves it as it is
  npm run operator -- reports      lists everything that is open

Whoever left an address is told of the decision. No other mail comes about this ${about} for an hour,
unless somebody reports the abuse of a child.
`
