import { randomBytes } from 'node:crypto'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import { list } from '../../platform/db/array-literal.ts'
import { DAY_MS, dayOf } from './utc-day.ts'

/** Interval of reads. Tomorrow's salt is thus known hours before it is needed. */
const RENEW_INTERVAL_MS = 60 * 60 * 1000
const RETRY_MS = 30_000

/** Source of salts by day (`dayOf`), from memory. */
export type Salts = {
  of(day: number): string
  /** Reads the salts of today and tomorrow, and creates missing ones. Runs every hour by itself. */
  renew(): Promise<void>
  stop(): void
}

/**
 * Opens the source of daily random salts. All processes share them through the database, where
 * `tidy` deletes them. Today's and tomorrow's are read ahead, so that no click waits for one and a
 * database outage at midnight has no effect. If a day's salt could not be read, this process
 * creates its own: visitors are then told apart per process. It is stored once the database is
 * back, unless another process was faster.
 */
export async function openSalts(
  { sql, log }: { sql: Sql; log: Log },
  now: () => number = Date.now,
): Promise<Salts> {
  const known = new Map<number, string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function renew() {
    const today = dayOf(now())
    for (const day of known.keys()) if (day < today - 1) known.delete(day)
    for (const [day, salt] of await readSharedSalts(sql, [today, today + 1], known))
      known.set(day, salt)
  }

  function ownSalt(day: number): string {
    const salt = randomSalt()
    known.set(day, salt)
    return salt
  }

  function keepReading(afterMs: number) {
    if (isStopped) return
    timer = setTimeout(() => {
      renew().then(
        () => keepReading(RENEW_INTERVAL_MS),
        (error: unknown) => {
          log.warn('could not read the visitor salts, will retry', { error })
          keepReading(RETRY_MS)
        },
      )
    }, afterMs)
    timer.unref()
  }

  await renew()
  keepReading(RENEW_INTERVAL_MS)
  return {
    of: (day) => known.get(day) ?? ownSalt(day),
    renew,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Creates missing salts and reads existing ones in one statement. The update changes nothing; it
 * makes the statement also return rows that another process has just created.
 */
async function readSharedSalts(sql: Sql, days: number[], offered: ReadonlyMap<number, string>) {
  const salts = days.map((day) => offered.get(day) ?? randomSalt())
  const rows = await sql<{ day: string; salt: string }[]>`
    insert into visitor_salts as known (day, salt)
    select * from unnest(
      ${list(days.map(isoDay))}::text::date[],
      ${list(salts)}::text::text[])
    on conflict (day) do update set salt = known.salt
    returning day::text, salt`
  return rows.map(({ day, salt }) => [dayOf(Date.parse(day)), salt] as const)
}

/** 128 bits. Salt, address and browser id together fit in one block of SHA-256. */
const randomSalt = () => randomBytes(16).toString('base64url')

const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
