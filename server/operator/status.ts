import { readBackupState } from './backup/backup-state.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { createDisks, describeDisk, isLow, formatBytes } from '../platform/storage/disk-space.ts'
import { readFigures } from './installation/figures.ts'
import { listDistributed } from './installation/distributed-tables.ts'
import { readReplicaState, replicaText } from './installation/replica-state.ts'
import { listRunningServers } from './installation/servers.ts'
import { listSentBatches, type SentBatchState } from '../money/paypal/sent-batches.ts'
import { formatCents } from '../platform/money.ts'
import { listOpenRecoveries } from '../people/factors/recovery/recoveries.ts'
import { countOpenReports } from './reports/open-reports.ts'
import { formatMinute, printable } from './printable.ts'

type StatusOptions = { json?: boolean | undefined }

/** Handles `status`: shows the state of the installation. */
export function statusCommand([verb, ...rest]: string[]):
  | ((said: StatusOptions) => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb !== 'status' || rest.length > 0) return undefined
  return ({ json }) =>
    async (db, config) => {
      const status = await readStatus(db, config)
      return json ? JSON.stringify(status, null, 2) : formatStatus(status)
    }
}

type Status = Awaited<ReturnType<typeof readStatus>>

export async function readStatus(db: Db, config: Config) {
  const servers = await listRunningServers(db)
  const backup = await readBackupState(db)
  // The backup folder may be set on another machine only.
  const isNightly = config.backup !== null || backup.done !== null || backup.failed !== null
  // Running servers report their own disks. If none runs, show those of this machine.
  const disks =
    servers.length > 0
      ? servers.flatMap(({ host, disks: seen }) => seen.map((disk) => ({ host, ...disk })))
      : (await createDisks(config).look()).map((disk) => ({ host: '', ...disk }))
  return {
    version: config.version,
    servers: servers.map(({ host, port, version, startedAt }) => ({
      host,
      port,
      version,
      started_at: startedAt,
    })),
    ...(await readFigures(db)),
    reports: await countOpenReports(db),
    recoveries: (await listOpenRecoveries(db)).length,
    sent_payouts: await listSentBatches(db),
    distributed_tables: await listDistributed(db),
    read_replica: await readReplicaState(db, config),
    disks: disks.map((disk) => ({ ...disk, low: isLow(disk) })),
    mail: config.smtpUrl ? new URL(config.smtpUrl).host : null,
    has_nightly_backups: isNightly,
    last_backup: isNightly || backup.by_hand !== null ? backup : null,
  }
}

const NO_BACKUP = 'no backups set up (BACKUP_DIR)'
const NO_MAIL = 'not set up (SMTP_URL); emails are written to DATA_DIR/outbox'

function formatStatus(status: Status): string {
  const { clicks, jobs, domains, reports } = status
  const disks = [...new Set(status.disks.map(diskLine))]
  const rows: [string, string | string[]][] = [
    ['version', status.version],
    ['servers', status.servers.length > 0 ? status.servers.map(serverLine) : 'none running'],
    [
      'clicks',
      `${clicks.a_minute_of_5} a minute (last 5 minutes), ${clicks.a_minute_of_60} (last hour)`,
    ],
    [
      'clicks to count',
      formatBacklog(clicks.batches_waiting, ['batch', 'batches'], clicks.oldest_batch_at),
    ],
    ['jobs', formatBacklog(jobs.waiting, ['job', 'jobs'], jobs.oldest_at)],
    ['failed jobs', jobs.failed === 0 ? 'none' : `${jobs.failed}: ${jobs.failed_names.join(', ')}`],
    ['last backup', backupLines(status)],
    ['disks', disks.length > 0 ? disks : 'not known'],
    ['database', databaseLine(status)],
    ...(status.read_replica
      ? [['read replica', replicaText(status.read_replica)] satisfies [string, string]]
      : []),
    [
      'own domains',
      `${domains.waiting_for_dns} wait for DNS, ${domains.waiting_for_certificate} for a certificate`,
    ],
    [
      'reports',
      reports.open === 0
        ? 'none open'
        : `${reports.open} open, the oldest for ${reports.oldest_hours} hours`,
    ],
    ['second factors', recoveryText(status.recoveries)],
    [
      'payouts',
      status.sent_payouts.length === 0 ? 'none on their way' : status.sent_payouts.map(batchLine),
    ],
    ['mail', status.mail === null ? NO_MAIL : `through ${status.mail}`],
  ]
  return rows
    .flatMap(([name, value]) => lines(name, value))
    .map(printable)
    .join('\n')
}

function databaseLine({ database_bytes: bytes, distributed_tables: tables }: Status): string {
  if (tables.length === 0) return formatBytes(bytes)
  return `${formatBytes(bytes)} on the coordinator. Distributed: ${tables.join(', ')}`
}

const recoveryText = (people: number) =>
  people === 0 ? 'none lost' : `${people} ${people === 1 ? 'person' : 'people'} lost theirs`

const lines = (name: string, value: string | string[]) =>
  [value].flat().map((line, n) => `${(n === 0 ? name : '').padEnd(17)}${line}`)

const serverLine = ({ host, port, version, started_at: since }: Status['servers'][number]) =>
  `${host}:${port}, ${version}, since ${formatMinute(since)}`

const diskLine = (disk: Status['disks'][number]) =>
  `${disk.low ? 'NEARLY FULL: ' : ''}${describeDisk(disk)}${disk.host && ` on ${disk.host}`}`

function batchLine({ id, states, fee_cents: fees, problem }: SentBatchState): string {
  const counts = Object.entries(states).map(([state, count]) => `${count} ${state}`)
  const fee = fees > 0 ? `, PayPal’s fees ${formatCents(fees)}` : ''
  return `batch ${id}: ${counts.join(', ')}${fee}${problem && `. ${problem}`}`
}

function backupLines({ last_backup: backup, has_nightly_backups: isNightly }: Status): string[] {
  if (backup === null) return [NO_BACKUP]
  const { done, failed, why, by_hand: byHand } = backup
  const nightly = done === null ? 'none yet' : formatMinute(new Date(done))
  return [
    isNightly ? nightly : NO_BACKUP,
    ...(failed === null
      ? []
      : [`FAILED ${formatMinute(new Date(failed))}: ${why ?? 'see the log'}`]),
    ...(byHand === null ? [] : [`by hand ${formatMinute(new Date(byHand))}`]),
  ]
}

function formatBacklog(count: number, [one, many]: [string, string], oldest: Date | null): string {
  if (count === 0 || oldest === null) return 'none waiting'
  return `${count} ${count === 1 ? one : many}, the oldest since ${formatMinute(oldest)}`
}
