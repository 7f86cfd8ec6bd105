import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { auditEntries, operatorSettings } from '../../platform/db/schema.ts'
import type { ActionName } from './actions.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Member of the staff or command line that acts. */
export type Actor = { staffId: string | null; who: string }
export const COMMAND_LINE: Actor = { staffId: null, who: 'command line' }

export type NewEntry = Actor & {
  action: ActionName
  /** Kind and number or name of what was changed. Contains no email or payout address. */
  subject: string
  before: Json
  after: Json
  why: string
}
export type AuditEntry = typeof auditEntries.$inferSelect

/** Setting with position and hash of the last entry, so that missing last entries are noticed. */
const HEAD = 'audit-head'

/** Adds an entry. A lock until the end of the transaction keeps entries in one order. */
export async function addEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('audit', 0))`)
  const [last] = await tx
    .select({ position: auditEntries.position, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.position))
    .limit(1)
  const position = (last?.position ?? 0) + 1
  const content = { ...entry, at: new Date(), previous: last?.hash ?? '' }
  const hash = hashOf(content)
  await tx.insert(auditEntries).values({ ...content, position, hash })
  const value = { position, hash }
  await tx
    .insert(operatorSettings)
    .values({ key: HEAD, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

type Hashed = Omit<AuditEntry, 'position' | 'hash'>

/** Returns the hash of an entry, without its position, so that moved entries can be told. */
const hashOf = ({ at, staffId, who, action, subject, before, after, why, previous }: Hashed) =>
  createHash('sha256')
    .update(
      canonical({
        at: at.toISOString(),
        staffId,
        who,
        action,
        subject,
        before: before as Json,
        after: after as Json,
        why,
        previous,
      }),
    )
    .digest('hex')

/** Returns JSON with sorted keys, because the database does not keep their order. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`)
  return `{${pairs.join()}}`
}

const BATCH = 1000

/** Checks all entries. Returns their number and a sentence for each mistake. */
export async function verifyEntries(db: Db): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = []
  let last = { position: 0, hash: '' }
  let count = 0
  for (;;) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.position} > ${last.position}`)
      .orderBy(auditEntries.position)
      .limit(BATCH)
    for (const row of rows) {
      problems.push(...problemsOf(row, last))
      last = row
    }
    count += rows.length
    if (rows.length < BATCH) break
  }
  const [head] = await db.select().from(operatorSettings).where(eq(operatorSettings.key, HEAD))
  const end = (head?.value ?? { position: 0, hash: '' }) as { position: number; hash: string }
  if (end.position > last.position) problems.push(missing(last.position + 1, end.position))
  else if (end.hash !== last.hash)
    problems.push(`Entry ${last.position} is not the last one written.`)
  return { count, problems }
}

function problemsOf(row: AuditEntry, last: { position: number; hash: string }): string[] {
  const { position, previous } = row
  const isGap = position !== last.position + 1
  return [
    ...(isGap ? [missing(last.position + 1, position - 1)] : []),
    ...(hashOf(row) === row.hash ? [] : [`Entry ${position} was changed.`]),
    ...(isGap || previous === last.hash
      ? []
      : [`Entry ${position} does not belong after entry ${position - 1}.`]),
  ]
}

const missing = (first: number, last: number) =>
  first === last ? `Entry ${first} is missing.` : `Entries ${first} to ${last} are missing.`

export type EntryFilter = {
  action?: string | undefined
  /** Subjects, of which each entry has one. */
  subjects?: readonly string[] | undefined
  /** Position before which to list. */
  before?: number | undefined
}

/** Returns entries, newest first. */
export const listEntries = (
  db: DbOrTx,
  { action, subjects, before }: EntryFilter,
  limit: number,
): Promise<AuditEntry[]> =>
  db
    .select()
    .from(auditEntries)
    .where(
      and(
        action === undefined ? undefined : eq(auditEntries.action, action),
        subjects === undefined ? undefined : inArray(auditEntries.subject, [...subjects]),
        before === undefined ? undefined : lt(auditEntries.position, before),
      ),
    )
    .orderBy(desc(auditEntries.position))
    .limit(limit)

/** Maximum number of entries on the page of a person, brand or other subject. */
const MAX_LATEST = 20

/** Returns the latest entries about the subjects. */
export const latestEntries = (db: DbOrTx, ...subjects: string[]): Promise<AuditEntry[]> =>
  listEntries(db, { subjects }, MAX_LATEST)
