import { Hono } from 'hono'
import { describeReplica } from './operator/installation/replica-state.ts'
import { isLocalRequest } from './platform/http/local-request.ts'
import { readBackupState } from './operator/backup/backup-state.ts'
import { isLow } from './platform/storage/disk-space.ts'
import { countOpenReports } from './operator/reports/open-reports.ts'
import type { AppEnv, Deps } from './env.ts'
import { withTimeout } from './platform/with-timeout.ts'

const ANSWER_MS = 2000

/**
 * Serves /healthz: 200 if this process runs and its database answers, else 503. Requests from this
 * machine also get the number of open reports, free disk space, the state of backups and of the
 * read replica, and whether the click journal fails. A replica that is away changes nothing,
 * because the database itself is asked then.
 */
export const health = new Hono<AppEnv>().get('/', async (c) => {
  const { version } = c.var.deps.config
  c.header('Cache-Control', 'no-store')
  if (isLocalRequest(c)) {
    const { db, config, replica, clicks } = c.var.deps
    const reports = await nullIfLate(countOpenReports(db))
    const disks = await diskStates(c.var.deps)
    const backup = config.backup && (await nullIfLate(readBackupState(db)))
    const read_replica = describeReplica(replica.state())
    const parts = {
      ...(backup && { backup }),
      ...(read_replica && { read_replica }),
      ...(!clicks.journalWorks && { click_journal: 'cannot be written' }),
    }
    if (reports) return c.json({ ok: true, version, reports, disks, ...parts })
    return c.json({ ok: false, version, disks }, 503)
  }
  const ok = (await nullIfLate(databaseAnswers(c.var.deps))) ?? false
  return c.json({ ok, version }, ok ? 200 : 503)
})

/**
 * Serves /livez: 200 if this process answers, even without its database. Redirects from memory work
 * then.
 */
export const live = new Hono<AppEnv>().get('/', (c) => {
  c.header('Cache-Control', 'no-store')
  return c.json({ ok: true, version: c.var.deps.config.version })
})

const diskStates = async ({ disks }: Deps) =>
  (await disks.look()).map((disk) => ({ ...disk, low: isLow(disk) }))

const databaseAnswers = async ({ sql }: Deps) => (await sql`select 1`).length > 0

/** Returns null if the promise rejects or takes longer than ANSWER_MS. */
const nullIfLate = <T>(result: Promise<T>): Promise<T | null> =>
  withTimeout(
    ANSWER_MS,
    result.catch(() => null),
    null,
  )
