import { APP_NAME } from '#contract/app-constants.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { REPORT_REASONS } from './report-reasons.ts'
import { readReport, urlOfReport, type StoredReport } from './open-reports.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells the operator of a reported link, page or widget. */
export const abuseMail: JobHandler<'abuse-mail'> = async ({ db, mail, config }, { reportId }) => {
  const report = await readReport(db, reportId)
  if (!report) return
  const url = urlOfReport(report, config.shortLinkHost)
  const name = report.nameNow ?? url.slice(url.lastIndexOf('/') + 1)
  await mail.send({
    to: config.operatorEmail,
    subject: `A ${APP_NAME} ${report.about} was reported: ${name}`,
    blocks: words(report, url, `${COMMAND_PREFIX[report.about]}${name}`),
  })
}

/** Prefix of the name in an operator command. */
const COMMAND_PREFIX = { link: '', page: 'p/', widget: 'w/' } as const
const KIND_TEXT = {
  page: 'It is the page of a creator.',
  widget: 'It is a widget: links of a creator on somebody’s own site.',
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
  `Somebody reported ${url}`,
  about === 'link' ? `It led to: ${targetUrl || 'nowhere'}` : KIND_TEXT[about],
  {
    facts: [
      ['What is wrong', REPORT_REASONS[reason]],
      ['In their words', details || '–'],
      ['Their name', name || 'they gave none'],
      ['An answer goes to', email || 'nobody, they left no address'],
    ],
  },
  `Look at it, then decide on the machine that runs ${APP_NAME}.`,
  `This ${BLOCK_EFFECT[about]}; its owner is told both:`,
  {
    code: `npm run operator -- block ${typed} --why "what is wrong" --rule "which rule that breaks"`,
  },
  'This leaves it as it is:',
  { code: `npm run operator -- dismiss ${typed}` },
  'This lists everything that is open:',
  { code: 'npm run operator -- reports' },
  `Whoever left an address is told of the decision. No other mail comes about this ${about} for an hour, unless somebody reports the abuse of a child.`,
]
