import { APP_NAME } from '#contract/app-constants.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { REPORT_REASONS } from './report-reasons.ts'
import { nameOfReport, readReport, urlOfReport, type StoredReport } from './open-reports.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells the operator of a reported link, page or widget. */
export const abuseMail: JobHandler<'abuse-mail'> = async ({ db, mail, config }, { reportId }) => {
  const report = await readReport(db, reportId)
  if (!report) return
  const url = urlOfReport(report, config.shortLinkHost)
  const name = nameOfReport(report)
  await mail.send({
    to: config.operatorEmail,
    subject: `A ${APP_NAME} ${report.about} was reported: ${name}`,
    blocks: words(report, url, `${COMMAND_PREFIX[report.about]}${name}`),
  })
}

/** Prefix of the name in an operator command. */
const COMMAND_PREFIX = { link: '', page: 'p/', widget: 'w/' } as const
const KIND_TEXT = {
  page: 'This is a creator’s page.',
  widget: 'This is a widget: a creator’s links on another website.',
} as const
const BLOCK_EFFECT = {
  link: 'stops the link',
  page: 'takes the page down',
  widget: 'takes the widget down on every site',
} as const

const words = (
  { about, targetUrl, reason, details, name, email }: StoredReport,
  url: string,
  typed: string,
): Block[] => [
  `Someone reported ${url}`,
  about === 'link' ? `Target: ${targetUrl || 'none'}` : KIND_TEXT[about],
  {
    facts: [
      ['What is wrong', REPORT_REASONS[reason]],
      ['Details', details || '–'],
      ['Name', name || 'not given'],
      ['Email', email || 'not given'],
    ],
  },
  `Check it, then run one of these commands on the machine that runs ${APP_NAME}.`,
  `This ${BLOCK_EFFECT[about]}. Its owner gets both texts:`,
  {
    code: `npm run operator -- block ${typed} --why "what is wrong" --rule "which rule that breaks"`,
  },
  'This closes the report without a change:',
  { code: `npm run operator -- dismiss ${typed}` },
  'This lists all open reports:',
  { code: 'npm run operator -- reports' },
  `Reporters who gave an email address get the decision. We send no more emails about this ${about} for an hour, except for reports of child abuse.`,
]
