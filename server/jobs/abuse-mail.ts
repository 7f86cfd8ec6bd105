import { APP_NAME } from '#contract/product.ts'
import { readReport, REPORT_REASONS, type OpenReport } from '../domain/abuse-reports.ts'
import type { JobHandler } from './jobs.ts'

/** Tells the operator of a reported link. */
export const abuseMail: JobHandler<'abuse-mail'> = async ({ db, mail, config }, { reportId }) => {
  const report = await readReport(db, reportId)
  if (!report) return
  await mail.send({
    to: config.operatorEmail,
    subject: `A ${APP_NAME} link was reported: ${report.shortCode}`,
    text: mailText(report, `${config.shortLinkHost}/${report.shortCode}`),
  })
}

const mailText = ({ shortCode, targetUrl, reason, details, email }: OpenReport, url: string) =>
  `Somebody reported ${url}

It led to: ${targetUrl || 'nowhere'}
What is wrong: ${REPORT_REASONS[reason]}
In their words: ${details || '–'}
An answer goes to: ${email || 'nobody, they left no address'}

Look at it, then decide on the machine that runs ${APP_NAME}:

  npm run operator -- block ${shortCode}     stops the link
  npm run operator -- dismiss ${shortCode}   leaves it as it is
  npm run operator -- reports      lists everything that is open

No other mail comes about this link for an hour.
`
