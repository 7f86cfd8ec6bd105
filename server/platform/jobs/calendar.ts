import type { CronItem } from 'graphile-worker'
import type { JobName } from './job-types.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns options for one job per key: several missed times run once. */
const oncePerKey = (key: string) => ({ jobKey: key, backfillPeriod: DAY_MS })

/**
 * Options for jobs that run each minute. The second attempt repeats a job cut off by a crash. A
 * third would come after the next run.
 */
const EVERY_MINUTE = { maxAttempts: 2, backfillPeriod: 0 }

/**
 * Schedule in UTC. Each entry is added once, even with several processes. A time missed while no
 * server ran is made up at the next start, within a day.
 */
export const CALENDAR = [
  {
    task: 'link-health',
    match: '* * * * *',
    // Own queue: a run longer than a minute delays only the next run of this job.
    options: { jobKey: 'link-health', queueName: 'link-health', ...EVERY_MINUTE },
  },
  { task: 'webhooks', match: '* * * * *', options: { jobKey: 'webhooks', ...EVERY_MINUTE } },
  {
    task: 'webhook-clicks',
    match: '* * * * *',
    options: { jobKey: 'webhook-clicks', queueName: 'webhook-clicks', ...EVERY_MINUTE },
  },
  {
    task: 'webhook-endings',
    match: '* * * * *',
    options: { jobKey: 'webhook-endings', ...EVERY_MINUTE },
  },
  {
    task: 'domain-checks',
    match: '* * * * *',
    options: { jobKey: 'domain-checks', ...EVERY_MINUTE },
  },
  {
    task: 'money',
    match: '* * * * *',
    options: { jobKey: 'money', queueName: 'money', ...EVERY_MINUTE },
  },
  {
    task: 'payouts',
    match: '* * * * *',
    options: { jobKey: 'payouts', queueName: 'payouts', ...EVERY_MINUTE },
  },
  {
    task: 'disk-space',
    match: '*/10 * * * *',
    options: { jobKey: 'disk-space', backfillPeriod: 0 },
  },
  {
    task: 'factor-recoveries',
    match: '*/10 * * * *',
    options: oncePerKey('factor-recoveries'),
  },
  { task: 'money-upkeep', match: '10 * * * *', options: oncePerKey('money-upkeep') },
  { task: 'brand-rates', match: '* * * * *', options: oncePerKey('brand-rates') },
  { task: 'trending', match: '*/15 * * * *', options: oncePerKey('trending') },
  { task: 'tidy', match: '0 * * * *', options: oncePerKey('tidy') },
  {
    task: 'backup',
    match: '45 2 * * *',
    options: { ...oncePerKey('backup'), queueName: 'backup' },
  },
  { task: 'in-app-results', match: '0 5 * * *', options: oncePerKey('in-app-results') },
  { task: 'close-clicks', match: '0 4 * * *', options: oncePerKey('close-clicks') },
  { task: 'drop-clicks', match: '30 4 * * *', options: oncePerKey('drop-clicks') },
  {
    task: 'purge-accounts',
    match: '15 * * * *',
    options: { ...oncePerKey('purge-accounts'), queueName: 'purge-accounts' },
  },
  { task: 'welcome-links', match: '20 * * * *', options: oncePerKey('welcome-links') },
  { task: 'sweep-uploads', match: '40 * * * *', options: oncePerKey('sweep-uploads') },
] as const satisfies CronItem[]

type Entry = (typeof CALENDAR)[number]['task'] & JobName

/** Descriptions for the operator. */
export const JOB_DESCRIPTIONS: Record<Entry, string> = {
  'link-health': 'checks whether the targets of links that are due still answer',
  webhooks: 'sends webhook deliveries that are due again',
  'webhook-clicks': 'reports clicks to webhooks that subscribe to them',
  'webhook-endings': 'reports links whose time is over to webhooks',
  'domain-checks': 'checks the DNS records of custom domains that are due',
  'disk-space': 'emails the operator once when a disk is nearly full',
  money: 'releases money whose hold is over, and credits orders that arrived before their click',
  payouts: 'sends payout batches through PayPal and reads their results',
  'factor-recoveries':
    'emails users who lost their second factor the link to remove it after 72 hours',
  'money-upkeep': 'writes checkpoints of balances, and deletes calls of shops after 30 days',
  'brand-rates': 'applies lower commissions whose 7 days of notice are over',
  trending: 'counts visits of brands and products',
  'in-app-results': 'stops leading visitors out of apps where more of them order inside',
  tidy: 'deletes expired sessions, keys, connections of apps, counters of tries, and files of exports and imports',
  backup: 'writes a backup to BACKUP_DIR if that is set, and keeps the latest BACKUP_KEEP',
  'close-clicks': 'packs single clicks of days that are more than a week ago',
  'drop-clicks': 'deletes single clicks older than CLICK_LOG_DAYS; totals are kept',
  'purge-accounts':
    'deletes accounts whose 30 days are over, and emails former users about money that came later',
  'welcome-links': 'spreads the first checks of new links over a week',
  'sweep-uploads': 'deletes uploads that no link, collection or profile uses',
}
