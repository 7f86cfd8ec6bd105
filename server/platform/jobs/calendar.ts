import type { CronItem } from 'graphile-worker'
import type { JobName } from './job-types.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Of one key there is one job, so what was missed several times is done once. */
const once = (key: string) => ({ jobKey: key, backfillPeriod: DAY_MS })

/** Each minute: the next one comes before a third try would, but one cut off by a crash is done again. */
const UNTIL_NEXT = { maxAttempts: 2, backfillPeriod: 0 }

/**
 * All that happens by time, in UTC. Each is added once, however many processes there are, and when no
 * server ran at its time, at the next start within a day.
 */
export const CALENDAR = [
  {
    task: 'link-health',
    match: '* * * * *',
    // A round that takes longer than a minute holds up the next one, and no other job.
    options: { jobKey: 'link-health', queueName: 'link-health', ...UNTIL_NEXT },
  },
  {
    task: 'domain-checks',
    match: '* * * * *',
    options: { jobKey: 'domain-checks', ...UNTIL_NEXT },
  },
  {
    task: 'money',
    match: '* * * * *',
    options: { jobKey: 'money', queueName: 'money', ...UNTIL_NEXT },
  },
  {
    task: 'disk-space',
    match: '*/10 * * * *',
    options: { jobKey: 'disk-space', backfillPeriod: 0 },
  },
  { task: 'money-upkeep', match: '10 * * * *', options: once('money-upkeep') },
  { task: 'brand-rates', match: '* * * * *', options: once('brand-rates') },
  { task: 'trending', match: '*/15 * * * *', options: once('trending') },
  { task: 'tidy', match: '0 * * * *', options: once('tidy') },
  { task: 'backup', match: '45 2 * * *', options: { ...once('backup'), queueName: 'backup' } },
  { task: 'drop-clicks', match: '30 4 * * *', options: once('drop-clicks') },
  {
    task: 'purge-accounts',
    match: '15 * * * *',
    options: { ...once('purge-accounts'), queueName: 'purge-accounts' },
  },
  { task: 'welcome-links', match: '20 * * * *', options: once('welcome-links') },
  { task: 'sweep-uploads', match: '40 * * * *', options: once('sweep-uploads') },
] as const satisfies CronItem[]

type Entry = (typeof CALENDAR)[number]['task'] & JobName

/** For the operator, who never reads the handlers. */
export const WHAT_HAPPENS: Record<Entry, string> = {
  'link-health': 'looks whether the targets of links still answer, those that are due',
  'domain-checks': 'looks at the DNS of own domains, those that are due',
  'disk-space': 'writes to the operator, once, when a disk is nearly full',
  money:
    'makes money available whose holds are over, and takes orders that came before their click',
  'money-upkeep': 'writes checkpoints of balances, and deletes calls of shops after thirty days',
  'brand-rates': 'makes lower commissions true whose seven days of notice are over',
  trending: 'counts what brands and products draw visitors',
  tidy: 'deletes what has expired: sessions, keys, tries, files of exports and imports',
  backup: 'writes a backup into BACKUP_DIR if that is set, and keeps the latest BACKUP_KEEP',
  'drop-clicks': 'deletes single clicks older than CLICK_LOG_DAYS; their sums stay',
  'purge-accounts':
    'deletes accounts whose 30 days are over, and tells who has left of money that came later',
  'welcome-links': 'spreads the first checks of new links over a week',
  'sweep-uploads': 'deletes uploads that no link, collection or profile uses',
}
