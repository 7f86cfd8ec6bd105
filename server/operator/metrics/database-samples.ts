import { sql } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { readBackupState } from '../backup/backup-state.ts'
import { countJobs, databaseBytes } from '../installation/figures.ts'
import { countOpenReports } from '../reports/open-reports.ts'
import { single, type Sample, type SampledMetric } from './samples.ts'

/** Time that the database has to answer. Prometheus waits for ten seconds by default. */
const ANSWER_MS = 5000

/**
 * Reads what the database and the disks say. With several servers, each reports the same values. If
 * the database does not answer, only `split_database_up` and the disks are reported.
 */
export async function readDatabaseSamples(deps: Deps): Promise<SampledMetric[]> {
  const found = await withTimeout(
    ANSWER_MS,
    readAll(deps).catch(() => null),
    null,
  )
  return [
    {
      name: 'split_database_up',
      help: '1 if the database answers, else 0.',
      samples: [{ value: found === null ? 0 : 1 }],
    },
    ...(await diskSamples(deps)),
    ...(found ?? []),
  ]
}

/** Reads one after the other, so that a scrape takes only one connection. */
async function readAll(deps: Deps): Promise<SampledMetric[]> {
  return [
    ...(await jobSamples(deps)),
    ...(await webhookSamples(deps)),
    ...(await payoutSamples(deps)),
    ...(await backupSamples(deps)),
    ...(await otherSamples(deps)),
  ]
}

async function jobSamples({ db }: Deps): Promise<SampledMetric[]> {
  const counts = await countJobs(db)
  const each = (read: (one: (typeof counts)[number]) => number): Sample[] =>
    counts.map((one) => ({ labels: { job: one.job }, value: read(one) }))
  return [
    {
      name: 'split_jobs_waiting',
      help: 'Jobs that are due and not yet started, by type.',
      samples: each(({ waiting }) => waiting),
    },
    {
      name: 'split_jobs_oldest_seconds',
      help: 'Time for which the oldest of these jobs has been due.',
      samples: each(({ oldest_seconds: seconds }) => seconds),
    },
    {
      name: 'split_jobs_failed',
      help: 'Jobs that failed after all attempts, by type.',
      samples: each(({ failed }) => failed),
    },
  ]
}

async function webhookSamples({ db }: Deps): Promise<SampledMetric[]> {
  const [due] = await db.execute<{ waiting: number; oldest: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest
    from webhook_deliveries where due_at <= now()`)
  const [off] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from webhooks where disabled_at is not null`,
  )
  return [
    single('split_webhook_deliveries_due', 'Webhook deliveries that are due.', due?.waiting ?? 0),
    single(
      'split_webhook_oldest_seconds',
      'Time for which the oldest of these deliveries has been due.',
      due?.oldest ?? 0,
    ),
    single('split_webhooks_disabled', 'Webhooks that are switched off.', off?.count ?? 0),
  ]
}

type PayoutRow = { state: string; count: number; cents: string; oldest: number }

async function payoutSamples({ db }: Deps): Promise<SampledMetric[]> {
  const rows = await db.execute<PayoutRow>(sql`
    select state, count(*)::int as count, sum(cents)::text as cents,
      extract(epoch from now() - min(created_at))::float8 as oldest
    from redemptions where state in ('requested', 'in_review', 'processing')
    group by state`)
  const each = (read: (row: PayoutRow) => number): Sample[] =>
    rows.map((row) => ({ labels: { state: row.state }, value: read(row) }))
  return [
    {
      name: 'split_payouts_pending',
      help: 'Requested payouts that are not paid yet, by state.',
      samples: each(({ count }) => count),
    },
    {
      name: 'split_payouts_pending_cents',
      help: 'Sum of these payouts in cents of US dollars.',
      samples: each(({ cents }) => Number(cents)),
    },
    {
      name: 'split_payouts_oldest_seconds',
      help: 'Age of the oldest of these payouts.',
      samples: each(({ oldest }) => oldest),
    },
  ]
}

async function backupSamples({ db, config }: Deps): Promise<SampledMetric[]> {
  const { done, failed } = await readBackupState(db)
  const age = done === null ? [] : [{ value: (Date.now() - Date.parse(done)) / 1000 }]
  return [
    single(
      'split_backup_enabled',
      '1 if a nightly backup is set up on this server, else 0.',
      config.backup === null ? 0 : 1,
    ),
    {
      name: 'split_backup_age_seconds',
      help: 'Time since the last complete nightly backup. Absent if there is none.',
      samples: age,
    },
    single(
      'split_backup_failed',
      '1 if the last nightly backup failed, else 0.',
      failed === null ? 0 : 1,
    ),
  ]
}

async function otherSamples({ db }: Deps): Promise<SampledMetric[]> {
  const [batches] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from click_batches`,
  )
  const reports = await countOpenReports(db)
  return [
    single('split_database_bytes', 'Size of the database.', await databaseBytes(db)),
    single(
      'split_click_batches_waiting',
      'Stored batches of clicks that are not counted yet.',
      batches?.count ?? 0,
    ),
    single('split_reports_open', 'Reports that need a decision.', reports.open),
    single(
      'split_reports_oldest_seconds',
      'Age of the oldest of them.',
      reports.oldest_hours * 3600,
    ),
  ]
}

async function diskSamples({ disks }: Deps): Promise<SampledMetric[]> {
  const found = await disks.look()
  const each = (read: (disk: (typeof found)[number]) => number): Sample[] =>
    found.map((disk) => ({ labels: { holds: disk.holds }, value: read(disk) }))
  return [
    {
      name: 'split_disk_free_bytes',
      help: 'Free space of each disk with data of this server.',
      samples: each(({ free }) => free),
    },
    {
      name: 'split_disk_size_bytes',
      help: 'Size of each of these disks.',
      samples: each(({ total }) => total),
    },
  ]
}
