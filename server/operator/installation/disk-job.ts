import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Db } from '../../platform/db/client.ts'
import { operatorSettings } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { describeDisk, isLow, type DiskSpace } from '../../platform/storage/disk-space.ts'
import { listRunningServers } from './servers.ts'

const KEY = 'disks-told'
const DAY_MS = 24 * 60 * 60 * 1000

/** Time when a reported disk was last found low, by host and path. */
const ReportedDisks = v.record(v.string(), v.number())
type LowDisk = { host: string; disk: DiskSpace }

/**
 * Emails the operator once about each disk that is nearly full, on any server. A disk is reported
 * again only after it was not low for a day, so a disk close to the limit does not cause an email
 * every hour.
 */
export const diskSpace: JobHandler<'disk-space'> = async ({ db, mail, config }) => {
  const low = (await listRunningServers(db)).flatMap(({ host, disks }) =>
    disks.filter(isLow).map((disk) => ({ host, disk })),
  )
  const reported = await readReportedDisks(db)
  const news = low.filter((one) => reported[nameOf(one)] === undefined)
  if (news.length > 0) {
    await mail.send({
      to: config.operatorEmail,
      subject: `${APP_NAME}: a disk is nearly full`,
      blocks: [
        'There is little room left:',
        { facts: news.map((one) => [nameOf(one), describeDisk(one.disk)]) },
        'Without room no picture can be taken in, and the database stops. Make the disk larger, or delete what is not needed.',
        'This shows how things are now:',
        { code: 'npm run operator -- status' },
      ],
    })
  }
  await writeReportedDisks(db, reported, low.map(nameOf))
}

const nameOf = ({ host, disk }: LowDisk) => `${host} ${disk.path}`

async function readReportedDisks(db: Db): Promise<Record<string, number>> {
  const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, KEY))
  const read = v.safeParse(ReportedDisks, row?.value)
  return read.success ? read.output : {}
}

async function writeReportedDisks(
  db: Db,
  before: Record<string, number>,
  low: string[],
): Promise<void> {
  const now = Date.now()
  const kept = Object.entries(before).filter(([, at]) => now - at < DAY_MS)
  const value = Object.fromEntries([...kept, ...low.map((name): [string, number] => [name, now])])
  await db
    .insert(operatorSettings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}
