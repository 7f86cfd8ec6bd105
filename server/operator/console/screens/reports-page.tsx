import { PageHead, shownMinute, Table } from '../../../platform/html/parts.tsx'
import {
  nameOfReport,
  subjectOfReport,
  urlOfReport,
  type StoredReport,
} from '../../reports/open-reports.ts'
import { REPORT_REASONS } from '../../reports/report-reasons.ts'
import type { OpenAppeal } from '../../appeals/appeals.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { linkPath, widgetPath } from '../things/things.ts'
import { Appeals } from './appeals.tsx'

export const MAX_REPORTS = 100

type Props = {
  visit: Visit
  reports: StoredReport[]
  appeals: OpenAppeal[]
  open: number
  host: string
}

/** Shows open reports. A decision about one thing closes all its reports. */
export const ReportsPage = ({ visit, reports, appeals, open, host }: Props) => (
  <ConsolePage visit={visit} screen="reports" title="Reports">
    <PageHead
      title="Reports"
      text="Blocking emails the reason to the owner. Reporters who left an address get the decision."
    />
    <Table
      label="Open reports"
      columns={[
        {
          name: 'Reported',
          cell: (report) => <Reported report={report} url={urlOfReport(report, host)} />,
        },
        { name: 'When', is: 'short', cell: (report) => shownMinute(report.createdAt) },
        {
          name: 'Reason',
          is: 'long',
          cell: (report) =>
            `${REPORT_REASONS[report.reason]}${report.details && `: ${report.details}`}`,
        },
        {
          name: 'Decision',
          is: 'act',
          cell: (report) => <Decisions visit={visit} report={report} />,
        },
      ]}
      rows={reports}
      empty={{
        title: 'No open reports',
        text: 'Reports of links, pages and widgets appear here.',
      }}
    />
    {open > MAX_REPORTS && <p class="none">Only the newest {MAX_REPORTS} are listed.</p>}
    <Appeals visit={visit} appeals={appeals} />
  </ConsolePage>
)

const Reported = ({ report, url }: { report: StoredReport; url: string }) => {
  const path = pathOf(report)
  return (
    <span class="pt-text">
      <b>{path === undefined ? url : <a href={path}>{url}</a>}</b>
      {report.about === 'link' && <span class="sub">leads to {report.targetUrl || 'nowhere'}</span>}
      {report.nameNow === null && <span class="sub">The {report.about} is deleted.</span>}
      {report.isBlocked && <span class="sub">Blocked</span>}
    </span>
  )
}

/** Returns the page of a reported link or widget in the console. */
function pathOf({ about, linkId, nameNow }: StoredReport): string | undefined {
  if (about === 'link') return linkId === null ? undefined : linkPath(linkId)
  return nameNow === null || about === 'page' ? undefined : widgetPath(nameNow)
}

const Decisions = ({ visit, report }: { visit: Visit; report: StoredReport }) => {
  const about = {
    visit,
    subject: subjectOfReport(report),
    shownSubject: `${report.about} ${nameOfReport(report)}`,
    back: '/console/reports',
  }
  return (
    <>
      {report.nameNow !== null && (
        <ActionForm
          {...about}
          id={`block-${report.id}`}
          action="content.block"
          name="Block"
          asks={['why', 'rule']}
        />
      )}
      <ActionForm
        {...about}
        id={`close-${report.id}`}
        action="reports.dismiss"
        name="Close"
        asks={['why']}
      />
    </>
  )
}
