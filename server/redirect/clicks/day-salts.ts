import { randomBytes } from 'node:crypto'
import type { Sql } from '../../platform/db/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import { list } from '../../platform/db/array-literal.ts'
import { DAY_MS, dayOf } from './utc-day.ts'

/** Often enough that tomorrow's salt is here for most of a day before it is needed. */
const EVERY_MS = 60 * 60 * 1000
const RETRY_MS = 30_000

/** The salt of a day (`dayOf`), at once and without asking anybody. */
export type Salts = {
  of(day: number): string
  /** Reads today's and tomorrow's, and makes those that nobody has made; done by itself every hour. */
  renew(): Promise<void>
  stop(): void
}

/**
 * A random salt a day, shared through the database by all processes and deleted there by `tidy`.
 * Today's and tomorrow's are read ahead, so that no click waits for one, and a database that is away
 * at midnight changes nothing. A day that nobody could ask for gets a salt of this process alone:
 * visitors are then told apart by process. It is offered to the database when that is back.
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
    for (const [day, salt] of await shared(sql, [today, today + 1], known)) known.set(day, salt)
  }

  function ownSalt(day: number): string {
    const salt = random()
    known.set(day, salt)
    return salt
  }

  function keepReading(afterMs: number) {
    if (isStopped) return
    timer = setTimeout(() => {
      renew().then(
        () => keepReading(EVERY_MS),
        (error: unknown) => {
          log.warn('salts of the next days not read yet', { error })
          keepReading(RETRY_MS)
        },
      )
    }, afterMs)
    timer.unref()
  }

  await renew()
  keepReading(EVERY_MS)
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
 * Makes what is missing and reads what is there, in one statement. Its update changes nothing: it is
 * how a row that another process has just made is answered, too.
 */
async function shared(sql: Sql, days: number[], offered: ReadonlyMap<number, string>) {
  const salts = days.map((day) => offered.get(day) ?? random())
  const rows = await sql<{ day: string; salt: string }[]>`
    insert into visitor_salts as known (day, salt)
    select * from unnest(
      ${list(days.map(isoDay))}::text::date[],
      ${list(salts)}::text::text[])
    on conflict (day) do update set salt = known.salt
    returning day::text, salt`
  return rows.map(({ day, salt }) => [dayOf(Date.parse(day)), salt] as const)
}

/** 128 bits leave room for an address and a browser in one block of SHA-256. */
const random = () => randomBytes(16).toString('base64url')

const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
