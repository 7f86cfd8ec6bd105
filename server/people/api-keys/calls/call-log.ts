import { createBatchedWrites } from '../../../platform/batched-writes.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import type { Log } from '../../../platform/log/log.ts'

/** Call of an API key or a connected app. */
export type LoggedCall = {
  userId: string
  /** Id of the API key, or of the consent of the app. */
  caller: string
  at: string
  call: string
  status: number
  requestId: string
}

export type CallLog = {
  record(call: LoggedCall): void
  /** Resolves when the calls recorded so far are stored, or storing has just failed. */
  flush(): Promise<void>
}

const FLUSH_MS = 1000
/** Maximum number of waiting calls. During a database outage, further ones are not logged. */
const MAX_WAITING = 20_000

/** Creates the log of calls, which is written once a second. Requests do not wait for it. */
export function createCallLog({ sql, log }: { sql: Sql; log: Log }): CallLog {
  let waiting: LoggedCall[] = []

  async function write() {
    const calls = waiting
    waiting = []
    if (calls.length === 0) return
    try {
      await store(sql, calls)
    } catch (error) {
      log.warn('could not store calls of API keys', { error })
    }
  }

  const { request, flush } = createBatchedWrites(write, FLUSH_MS)
  return {
    record(call) {
      if (waiting.length >= MAX_WAITING) return
      waiting.push(call)
      request()
    },
    flush,
  }
}

/** Stores calls, without those of users who were deleted meanwhile. */
const store = (sql: Sql, calls: LoggedCall[]) => sql`
  insert into api_calls (user_id, caller, at, call, status, request_id)
  select users.id, caller, at, call, status, "requestId"
  from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
    as made ("userId" uuid, caller text, at timestamptz, call text, status smallint, "requestId" text)
  join users on users.id = made."userId"
  order by at`
