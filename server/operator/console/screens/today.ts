import { sql } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import type { Db } from '../../../platform/db/client.ts'
import { formatCents } from '../../../platform/money.ts'
import {
  listOpenRecoveries,
  type OpenRecovery,
} from '../../../people/factors/recovery/recoveries.ts'
import { countOpenApplications } from '../../../partners/desk/apply/applications.ts'
import { countOpenAppeals } from '../../appeals/appeals.ts'
import { clicksToday } from '../../installation/figures.ts'
import { readStatus } from '../../status.ts'
import type { ConsoleIconName } from '../frame/console-icons.ts'
import { readChecks } from './today-checks.ts'

/** Link to a screen, `rest` being the path and query below it. */
type NeedLink = { screen: string; rest?: string; name: string }

export type Need = { icon: ConsoleIconName; title: string; text: string; link?: NeedLink }

type Counts = {
  orders: number
  people: number
  held: number
  payouts: number
  messages: number
  cents: string
  oldest_days: number
}

/** Reads the counts of the day (UTC) and of what waits for a decision. */
async function readCounts(db: Db): Promise<Counts> {
  const [row] = await db.execute<Counts>(sql`
    with day as (select date_trunc('day', now(), 'UTC') as start),
      waiting as (select * from redemptions where state in ('requested', 'in_review', 'processing'))
    select
      (select count(*)::int from conversions, day where ordered_at >= start and kind = 'commission')
        as orders,
      (select count(*)::int from users, day where created_at >= start) as people,
      (select count(*)::int from conversions where state = 'held') as held,
      (select count(*)::int from waiting) as payouts,
      (select count(*)::int from chat_channels as channel where brand_id is null and exists (
        select from chat_messages where channel_id = channel.id and author = 'person'
          and sequence > channel.other_read)) as messages,
      (select coalesce(sum(cents), 0)::text from waiting) as cents,
      (select coalesce(floor(extract(epoch from now() - min(created_at)) / 86400), 0)::int
        from waiting) as oldest_days`)
  if (!row) throw new Error('no counts')
  return row
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Returns for how long the oldest of some things has waited. */
function waitText(count: number, unit: 'hour' | 'day'): string {
  const least = unit === 'hour' ? 'an hour' : 'a day'
  const time = count === 0 ? `less than ${least}` : counted(count, unit, `${unit}s`)
  return `The oldest has waited for ${time}.`
}

/** Returns what the screen Today shows: key figures, what needs attention, and health. */
export async function readToday(deps: Deps) {
  const { db, config } = deps
  const status = await readStatus(db, config)
  const counts = await readCounts(db)
  const { clicks, isAll } = await clicksToday(db, {
    isDistributed: status.distributed_tables.includes('click_events'),
  })
  const appeals = await countOpenAppeals(db)
  const recoveries = await listOpenRecoveries(db)
  const applications = await countOpenApplications(db)
  return {
    facts: [
      { name: 'Clicks today', value: clicks.toLocaleString('en-US') + (isAll ? '' : '+') },
      { name: 'Orders today', value: counts.orders.toLocaleString('en-US') },
      { name: 'New people', value: counts.people.toLocaleString('en-US') },
      { name: 'To be paid out', value: formatCents(Number(counts.cents)) },
    ],
    needs: [
      ...needsOf(status, counts, appeals),
      ...needsOfApplications(applications),
      ...needsOfRecoveries(recoveries, new Date()),
    ],
    checks: await readChecks(deps, status),
  }
}

type Waiting = Awaited<ReturnType<typeof countOpenAppeals>>
type Status = Awaited<ReturnType<typeof readStatus>>

function needsOf({ reports, jobs }: Status, counts: Counts, appeals: Waiting): Need[] {
  const { held, payouts, cents, oldest_days, messages } = counts
  const needs: (Need | false)[] = [
    reports.open > 0 && {
      icon: 'reports',
      title: counted(reports.open, 'report', 'reports'),
      text: waitText(reports.oldest_hours, 'hour'),
      link: { screen: 'reports', name: 'Decide' },
    },
    appeals.open > 0 && {
      icon: 'reports',
      title: counted(appeals.open, 'appeal', 'appeals'),
      text: waitText(appeals.oldest_hours, 'hour'),
      link: { screen: 'reports', name: 'Decide' },
    },
    payouts > 0 && {
      icon: 'money',
      title: `${counted(payouts, 'payout', 'payouts')}, ${formatCents(Number(cents))}`,
      text: waitText(oldest_days, 'day'),
      link: { screen: 'money', rest: '/payouts', name: 'Review' },
    },
    held > 0 && {
      icon: 'orders',
      title: counted(held, 'order is held', 'orders are held'),
      text: held === 1 ? 'It waits for a decision.' : 'They wait for a decision.',
      link: { screen: 'money', rest: '/orders', name: 'Decide' },
    },
    messages > 0 && {
      icon: 'messages',
      title: counted(messages, 'person waits for an answer', 'people wait for an answer'),
      text: 'They wrote to support.',
      link: { screen: 'messages', name: 'Read' },
    },
    jobs.failed > 0 && {
      icon: 'jobs',
      title: counted(jobs.failed, 'job failed', 'jobs failed'),
      text: jobs.failed_names.join(', '),
      link: { screen: 'jobs', name: 'Open' },
    },
  ]
  return needs.filter((need) => need !== false)
}

/** Returns the entry about brands that applied. */
const needsOfApplications = (open: number): Need[] =>
  open === 0
    ? []
    : [
        {
          icon: 'brands',
          title: counted(open, 'brand wants to join', 'brands want to join'),
          text: 'They applied and confirmed their address.',
          link: { screen: 'applications', name: 'Decide' },
        },
      ]

/** Returns the entry about people who lost their second factor. */
function needsOfRecoveries(recoveries: OpenRecovery[], now: Date): Need[] {
  const [oldest] = recoveries
  if (!oldest) return []
  const hours = Math.ceil((oldest.endsAt.getTime() - now.getTime()) / 3_600_000)
  const text =
    hours > 0
      ? `The oldest request can be completed in ${counted(hours, 'hour', 'hours')}. Reset the second factor only if you are sure who asks.`
      : 'The oldest request can be completed with the link in the email.'
  return [
    {
      icon: 'key',
      title: counted(
        recoveries.length,
        'person lost their second factor',
        'people lost their second factor',
      ),
      text,
      link: { screen: 'people', rest: '?recovery', name: 'Help' },
    },
  ]
}
