import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Db } from './client.ts'
import type { Session } from './session.ts'

/** Who asked has gone, so the rest is not worth reading. */
export class NobodyWaits extends Error {}

/** Of the driver's own objects, what is used here (postgres 3.4.9, pinned). */
type Query = Promise<unknown> & {
  active: boolean
  state: { pid: number } | null
  reject: (error: Error) => void
  cancel(): void
}
type Unsafe = (text: string, ...rest: unknown[]) => Query
type Given = { db: Db; sql: Sql; session: Session }

/**
 * The database as a request sees it that only reads: its statements end soon after its client has
 * gone, and no further one begins. Transactions are as ever, so nothing is broken off that is written.
 */
export function whileWanted({ db, sql, session }: Given, signal: AbortSignal): Db {
  const running = new Map<Query, string>()
  let isWatched = false

  const unsafe: Unsafe = (text, ...rest) => {
    if (signal.aborted) throw new NobodyWaits()
    const query = (sql.unsafe as unknown as Unsafe)(text, ...rest)
    if (!/^[\s(]*select\b/i.test(text)) return query
    running.set(query, text)
    const { reject } = query
    query.reject = (error) => reject(signal.aborted ? new NobodyWaits() : error)
    // The class's own `then` would send the query, before the caller has said how.
    const done = () => void running.delete(query)
    void Promise.prototype.then.call(query, done, done)
    if (!isWatched) signal.addEventListener('abort', () => void end(session, running))
    isWatched = true
    return query
  }

  const begin = (...given: Parameters<typeof sql.begin>) => sql.begin(...given)
  return askedThrough(db, { unsafe, begin })
}

const PAUSE_MS = 250

/** Looked at again and again: one that waits for another of the same connection runs later. */
async function end(session: Session, running: Map<Query, string>) {
  while (running.size > 0) {
    for (const [query, text] of running) {
      // Not sent yet: it leaves the queue, and the database never hears of it.
      if (!query.state) query.cancel()
      else if (query.active) await stop(session, query.state.pid, text).catch(() => {})
    }
    await sleep(PAUSE_MS, undefined, { ref: false })
  }
}

/**
 * Not by the driver, which names a connection and no statement, and so may hit what comes after the
 * one that is meant: a statement that is another's, or has only just begun, is left alone.
 */
const stop = (session: Session, pid: number, text: string) =>
  session.ask(
    `select pg_cancel_backend(pid) from pg_stat_activity
    where pid = $1 and state = 'active' and left(query, 500) = left($2, 500)
      and query_start < clock_timestamp() - interval '100 milliseconds'`,
    [pid, text],
  )

/** The library makes its session of a transaction in the same way, and opens it to nobody. */
function askedThrough(db: Db, client: object): Db {
  const { session } = db as unknown as { session: object }
  const own = Object.create(session, { client: { value: client } }) as object
  return Object.create(db, { session: { value: own } }) as Db
}
