import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { MESSAGE_BURST } from '#contract/partners/chat.ts'

/**
 * Rate limit: one message per second, with bursts of `MESSAGE_BURST`. Each message moves the stored
 * time one second ahead, counted from now at the earliest. Sending is refused while that time is
 * too far in the future. A single column stores it, so the limit holds across processes.
 */
const NOW = sql`clock_timestamp()`
const secondsFromNow = (seconds: number) => sql`${NOW} + make_interval(secs => ${seconds})`

export const nextSpentAt = (column: PgColumn): SQL =>
  sql`greatest(coalesce(${column}, ${NOW}), ${NOW}) + interval '1 second'`

export const firstSpentAt = secondsFromNow(1)

export const canSend = (column: PgColumn): SQL =>
  sql`coalesce(${column}, ${NOW}) <= ${secondsFromNow(MESSAGE_BURST - 1)}`

/** Seconds until the next message may be sent. */
export const secondsToWait = (column: PgColumn) =>
  sql<number>`greatest(1, ceil(extract(epoch from ${column} - (${secondsFromNow(MESSAGE_BURST - 1)}))))::int`
