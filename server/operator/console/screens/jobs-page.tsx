import { PageHead, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { ScheduledJob } from '../../read-calendar.ts'
import type { FailedJob } from './jobs.ts'

type Props = { visit: Visit; jobs: FailedJob[]; scheduled: ScheduledJob[] }

export const JobsPage = ({ visit, jobs, scheduled }: Props) => (
  <ConsolePage visit={visit} screen="jobs" title="Jobs">
    <PageHead
      title="Jobs"
      text="Jobs that failed after all attempts. The log has more about each."
    />
    <Table
      label="Failed jobs"
      columns={[
        { name: 'Job', cell: ({ id, job }) => `${job} ${id}` },
        {
          name: 'Last attempt',
          is: 'short',
          cell: ({ attempts, at }) =>
            `${shownMinute(new Date(at))}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`,
        },
        { name: 'Cause', is: 'long', cell: ({ error }) => <span class="code">{error}</span> },
        {
          name: 'Action',
          is: 'act',
          cell: ({ id }) => (
            <ActionForm
              {...{ visit, action: 'job.retry', subject: `job ${id}` }}
              back="/console/jobs"
              name="Retry"
            />
          ),
        },
      ]}
      rows={jobs}
      empty={{
        title: 'No failed jobs',
        text: 'Jobs that give up appear here with their cause.',
      }}
    />
    <h2>Schedule</h2>
    <p class="lead">All times are UTC. The schedule is the same for all installations.</p>
    <Table
      label="Scheduled jobs"
      columns={[
        { name: 'Scheduled job', cell: ({ task }) => task },
        { name: 'Task', is: 'long', cell: ({ does }) => does },
        {
          name: 'Last start',
          is: 'short',
          cell: ({ last }) => (last ? shownMinute(last) : 'Never'),
        },
        { name: 'Next start', is: 'short', cell: ({ next }) => shownMinute(next) },
      ]}
      rows={byNextStart(scheduled)}
    />
  </ConsolePage>
)

const byNextStart = (jobs: ScheduledJob[]) =>
  jobs.toSorted((one, other) => one.next.getTime() - other.next.getTime())
