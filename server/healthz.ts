import { Hono, type Context } from 'hono'
import { addressOf } from './platform/http/client-address.ts'
import { readBackupState } from './operator/backup/backup-state.ts'
import { isLow } from './platform/storage/disk-space.ts'
import { reportsWaiting } from './operator/reports/open-reports.ts'
import type { AppEnv, Deps } from './env.ts'
import { within } from './platform/within.ts'

const ANSWER_MS = 2000

/**
 * Mounted at /healthz: 200 while this process can serve and its database answers. Asked from
 * this machine itself it also says what waits for the operator and how full the disks are; that is no stranger's business.
 */
export const health = new Hono<AppEnv>().get('/', async (c) => {
  const { version } = c.var.deps.config
  c.header('Cache-Control', 'no-store')
  if (isFromHere(c)) {
    const { db, config } = c.var.deps
    const reports = await inTime(reportsWaiting(db))
    const disks = await diskStates(c.var.deps)
    const backup = config.backup && (await inTime(readBackupState(db)))
    if (reports) return c.json({ ok: true, version, reports, disks, ...(backup && { backup }) })
    return c.json({ ok: false, version, disks }, 503)
  }
  const ok = (await inTime(databaseAnswers(c.var.deps))) ?? false
  return c.json({ ok, version }, ok ? 200 : 503)
})

/** Mounted at /livez: 200 while this process answers, redirects from memory among them. */
export const live = new Hono<AppEnv>().get('/', (c) => {
  c.header('Cache-Control', 'no-store')
  return c.json({ ok: true, version: c.var.deps.config.version })
})

/** No proxy is in between: one on this machine would make every stranger look like this. */
function isFromHere(c: Context<AppEnv>): boolean {
  if (FORWARDED.some((name) => c.req.header(name) !== undefined)) return false
  const address = addressOf(c, c.var.deps.config.trustedProxies)
  return address === '::1' || address.startsWith('127.')
}
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

const diskStates = async ({ disks }: Deps) =>
  (await disks.look()).map((disk) => ({ ...disk, low: isLow(disk) }))

const databaseAnswers = async ({ sql }: Deps) => (await sql`select 1`).length > 0

/** Null when it fails, or takes too long. */
const inTime = <T>(asked: Promise<T>): Promise<T | null> =>
  within(
    ANSWER_MS,
    asked.catch(() => null),
    null,
  )
