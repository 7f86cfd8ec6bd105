import { PageHead, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { ScheduledJob } from '../../read-calendar.ts'
import type { FailedJob } from './jobs.ts'

type Props = { visit: Visit; jobs: FailedJob[]; scheduled: ScheduledJob[] }

const COLUMNS = [
  { name: 'Job' },
  { name: 'Last attempt', is: 'short' },
  { name: 'Cause', is: 'long' },
  { name: 'Action', is: 'act' },
] as const

const SCHEDULE_COLUMNS = [
  { name: 'Scheduled job' },
  { name: 'Task', is: 'long' },
  { name: 'Last start', is: 'short' },
  { name: 'Next start', is: 'short' },
] as const

export const JobsPage = ({ visit, jobs, scheduled }: Props) => (
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
    <h2>Schedule</h2>
    <p class="lead">All times are UTC. The schedule is the same for all installations.</p>
    <Table
      label="Scheduled jobs"
      columns={[...SCHEDULE_COLUMNS]}
      rows={byNextStart(scheduled).map(({ task, does, last, next }) => ({
        id: task,
        cells: [task, does, last ? shownMinute(last) : 'Never', shownMinute(next)],
      }))}
    />
  </ConsolePage>
)

const byNextStart = (jobs: ScheduledJob[]) =>
  jobs.toSorted((one, other) => one.next.getTime() - other.next.getTime())
