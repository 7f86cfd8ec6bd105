import { eq, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { postbackCalls } from '../../platform/db/schema.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import type { PostbackState } from '../../platform/db/schema/conversions-schema.ts'
import type { PostbackInput } from './postback-input.ts'

const RETENTION_DAYS = 30
const MAX_LENGTH = 16 * 1024

export type StoredCall = {
  brandId: string | null
  method: string
  raw: string
  /** Secret of the request. Not stored in the call log. */
  key: string
  state: PostbackState
  status: number
  answer: unknown
  input: PendingInput | null
  /** Names of fields that were not used. */
  unknownFields: string[]
}
/** Input of a call that is still to be applied, with the time of its signature. */
export type PendingInput = PostbackInput & { signedAt: string | null; fingerprint?: string }

/** Stores a call, so that the operator can answer questions about an order. Keys are not stored. */
export async function storeCall(db: DbOrTx, call: StoredCall): Promise<void> {
  await db.named('postback-call')`${storeCallSql(call, part`(select 1) as one`)}`
}

/** Returns the same insert for a larger statement, once for each row of `of`. */
export const storeCallSql = (call: StoredCall, of: SqlPart): SqlPart =>
  storeCallsSql(part`(select ${JSON.stringify(callRow(call))}::jsonb as call from ${of}) as called`)

/** Returns the same insert for the `call` (see `callRow`) of each row of `of`. */
export const storeCallsSql = (of: SqlPart): SqlPart => part`
  insert into postback_calls (${CALL_COLUMNS})
  select ${CALL_COLUMNS} from (select call from ${of} where call is not null) as made
  cross join lateral jsonb_populate_record(null::postback_calls, call)`

const CALL_COLUMNS = part`brand_id, method, raw, state, input, status, answer, unknown_fields`

/** Returns a call by the columns of its table. */
export const callRow = ({ key, raw, answer, unknownFields, ...call }: StoredCall) => ({
  brand_id: call.brandId,
  method: call.method,
  raw: shortened(redacted(raw, key)),
  state: call.state,
  input: call.input,
  status: call.status,
  answer: shortened(JSON.stringify(answer)),
  unknown_fields: wellFormed(redacted(unknownFields.join(', '), key)),
})

const shortened = (text: string) => wellFormed(text.slice(0, MAX_LENGTH))

/** Replaces halves of surrogate pairs, which PostgreSQL refuses in JSON. */
const wellFormed = (text: string) => Buffer.from(text).toString()

const HIDDEN = '[key]'

export function redacted(raw: string, key: string): string {
  const named = raw
    .replaceAll('\u0000', '')
    .replace(/((?:^|[?&])key=)[^&]*/gi, `$1${HIDDEN}`)
    .replace(/("key"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^,}\s]+)/gi, `$1"${HIDDEN}"`)
  if (key === '') return named
  return named.replaceAll(key, HIDDEN).replaceAll(encodeURIComponent(key), HIDDEN)
}

export const settleCall = (
  db: DbOrTx,
  id: number,
  set: { state: PostbackState; status: number; answer: unknown },
) =>
  db
    .update(postbackCalls)
    .set({ ...set, answer: JSON.stringify(set.answer), tries: sql`${postbackCalls.tries} + 1` })
    .where(eq(postbackCalls.id, id))

export const deleteOldCalls = (db: DbOrTx) =>
  db
    .delete(postbackCalls)
    .where(lt(postbackCalls.at, sql`now() - make_interval(days => ${RETENTION_DAYS})`))
