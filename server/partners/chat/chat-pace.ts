import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { MESSAGE_BURST } from '#contract/chat.ts'

/**
 * One message a second, and so many at once: each puts the moment at which everything is used up a second
 * further, counted from now. Beyond the burst nobody may send until that moment has come nearer. One
 * column says it, written under a lock that is held anyway, so it holds across processes.
 */
const NOW = sql`clock_timestamp()`
const ahead = (seconds: number) => sql`${NOW} + make_interval(secs => ${seconds})`

export const spent = (column: PgColumn): SQL =>
  sql`greatest(coalesce(${column}, ${NOW}), ${NOW}) + interval '1 second'`

export const firstSpent = ahead(1)

export const maySpend = (column: PgColumn): SQL =>
  sql`coalesce(${column}, ${NOW}) <= ${ahead(MESSAGE_BURST - 1)}`

/** Until the next one may be sent. */
export const secondsToWait = (column: PgColumn) =>
  sql<number>`greatest(1, ceil(extract(epoch from ${column} - (${ahead(MESSAGE_BURST - 1)}))))::int`
