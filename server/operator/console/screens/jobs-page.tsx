import { PageHead, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { FailedJob } from './jobs.ts'

type Props = { visit: Visit; jobs: FailedJob[] }

const COLUMNS = [
  { name: 'Job' },
  { name: 'Last attempt', is: 'short' },
  { name: 'Cause', is: 'long' },
  { name: 'Action', is: 'act' },
] as const

export const JobsPage = ({ visit, jobs }: Props) => (
  <ConsolePage visit={visit} screen="jobs" title="Jobs">
    <PageHead
      title="Jobs"
      text="Jobs that failed after all attempts. The log has more about each."
    />
    <Table
      label="Failed jobs"
      columns={[...COLUMNS]}
      rows={jobs.map(({ id, job, attempts, error, at }) => ({
        id,
        cells: [
          `${job} ${id}`,
          `${shownMinute(new Date(at))}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`,
          <span key="cause" class="code">
            {error}
          </span>,
          <ActionForm
            key="act"
            {...{ visit, action: 'job.retry', subject: `job ${id}` }}
            back="/console/jobs"
            name="Retry"
          />,
        ],
      }))}
      empty={{
        title: 'No failed jobs',
        text: 'Jobs that give up appear here with their cause.',
      }}
    />
  </ConsolePage>
)
