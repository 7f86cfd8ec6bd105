import { sql } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import type { Db } from '../../../platform/db/client.ts'
import { formatBytes } from '../../../platform/storage/disk-space.ts'
import type { readStatus } from '../../status.ts'

/**
 * Row of the table Health. `isOurs` is false for what others have to repair, such as an address that
 * does not answer.
 */
export type Check = { name: string; value: string; isGood: boolean; isOurs?: boolean }

type Status = Awaited<ReturnType<typeof readStatus>>

/** Time of redirects from which on visitors notice them, in ms. */
const MAX_REDIRECT_MS = 100

/** Returns the state of the installation for the screen Today. */
export async function readChecks(deps: Deps, status: Status): Promise<Check[]> {
  return [
    redirectCheck(await redirectP99(deps)),
    ...checksOf(status),
    webhookCheck(await countWebhooks(deps.db)),
  ]
}

/** Returns the time of redirects in ms, of the slowest process of this server; null if unknown. */
async function redirectP99({ metrics, siblings }: Deps): Promise<number | null> {
  const times = [metrics.redirectTimes.p99(), ...(await siblings.ask('redirect-p99'))]
  const known = times.filter((time) => typeof time === 'number')
  return known.length > 0 ? Math.max(...known) : null
}

function redirectCheck(ms: number | null): Check {
  const name = 'Redirect time (p99, this server)'
  if (ms === null) return { name, value: 'Too few redirects', isGood: true }
  return {
    name,
    value: ms < 1 ? 'Below 1 ms' : `${Math.round(ms)} ms`,
    isGood: ms <= MAX_REDIRECT_MS,
  }
}

type WebhookCounts = { all: number; failing: number }

/** Counts webhooks that their owners use, and those among them that failed last. */
async function countWebhooks(db: Db): Promise<WebhookCounts> {
  const [row] = await db.execute<WebhookCounts>(sql`
    select count(*)::int as all, (count(*) filter (
      where disabled_reason is not null or delivery.problem is not null))::int as failing
    from webhooks left join webhook_deliveries as delivery on delivery.id = last_delivery_id
    where disabled_reason is distinct from 'paused'`)
  return row ?? { all: 0, failing: 0 }
}

const webhookCheck = ({ all, failing }: WebhookCounts): Check => ({
  name: 'Webhooks failing',
  value: all === 0 ? 'None set up' : `${failing} of ${all}`,
  isGood: failing === 0,
  isOurs: false,
})

function checksOf({ servers, jobs, clicks, disks, database_bytes, ...rest }: Status): Check[] {
  const { last_backup: backup, has_nightly_backups: isNightly } = rest
  const last = backup?.done ?? backup?.by_hand ?? null
  const low = disks.filter((disk) => disk.low)
  return [
    {
      name: 'Running servers',
      value: String(servers.length),
      isGood: servers.length > 0,
    },
    {
      name: 'Clicks in the queue',
      value: String(clicks.batches_waiting),
      isGood: clicks.batches_waiting < 100,
    },
    { name: 'Jobs that are due', value: String(jobs.waiting), isGood: jobs.waiting < 1000 },
    {
      name: 'Last backup',
      value: last === null ? 'None' : last.slice(0, 16).replace('T', ' '),
      isGood: isNightly && last !== null && (backup?.failed ?? null) === null,
    },
    {
      name: 'Disks',
      value: low.length === 0 ? 'Enough space' : `${low.length} nearly full`,
      isGood: low.length === 0,
    },
    { name: 'Database', value: formatBytes(database_bytes), isGood: true },
  ]
}
