import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { APPROVAL_MINUTES, type Approval } from '#contract/developers/approvals.ts'
import type { Db } from '../../platform/db/client.ts'
import { approvals } from '../../platform/db/schema.ts'
import type { Caller } from '../api-keys/key-auth.ts'

/** Maximum number of changes of one user that wait for an approval. */
const MAX_PENDING = 20

type Row = typeof approvals.$inferSelect
type Change = { call: string; input: Record<string, unknown> }

/** Refusal of a change, in words for the assistant. */
export class NotApproved extends Error {}

/** Selects the approvals of one user. Every query about an approval uses it. */
const own = (userId: string, id: string) => and(eq(approvals.userId, userId), eq(approvals.id, id))

/**
 * Stores a change that waits for the user's approval.
 *
 * @throws NotApproved if too many changes wait.
 */
export async function askForApproval(db: Db, caller: Caller, change: Change): Promise<Row> {
  const [waiting] = await db
    .select({ changes: count() })
    .from(approvals)
    .where(
      and(
        eq(approvals.userId, caller.id),
        isNull(approvals.decision),
        gt(approvals.expiresAt, new Date()),
      ),
    )
  if ((waiting?.changes ?? 0) >= MAX_PENDING)
    throw new NotApproved('Too many changes wait for an approval. Ask the user to decide first.')
  const [row] = await db
    .insert(approvals)
    .values({
      userId: caller.id,
      callerId: caller.keyId,
      askedBy: caller.name,
      call: change.call,
      input: sortedJson(change.input),
      expiresAt: new Date(Date.now() + APPROVAL_MINUTES * 60_000),
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/**
 * Uses an approval, once, for exactly the change that the user has approved.
 *
 * @throws NotApproved with the reason.
 */
export async function spendApproval(
  db: Db,
  caller: Caller,
  id: unknown,
  change: Change,
): Promise<void> {
  const row = v.is(Uuid, id) ? await find(db, caller.id, id) : undefined
  if (!row || row.callerId !== caller.keyId) throw new NotApproved('There is no such approval.')
  if (row.call !== change.call || row.input !== sortedJson(change.input))
    throw new NotApproved('The approval is for other arguments. Ask for a new one.')
  const state = stateOf(row)
  if (state !== 'approved') throw new NotApproved(REASONS[state])
  const [used] = await db
    .update(approvals)
    .set({ usedAt: sql`now()` })
    .where(and(own(caller.id, row.id), isNull(approvals.usedAt)))
    .returning({ id: approvals.id })
  if (!used) throw new NotApproved(REASONS.used)
}

const REASONS = {
  pending: 'The user has not decided yet.',
  rejected: 'The user has rejected this change.',
  expired: 'The approval has expired. Ask for a new one.',
  used: 'The approval was already used. Ask for a new one.',
}

async function find(db: Db, userId: string, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(approvals).where(own(userId, id))
  return row
}

/** Returns an approval of a user. That of another user gets 404. */
export async function findApproval(db: Db, userId: string, id: string): Promise<Row> {
  const row = v.is(Uuid, id) ? await find(db, userId, id) : undefined
  if (!row) throw new HTTPException(404)
  return row
}

/** Stores the user's decision. A decision cannot be changed. */
export async function decideApproval(
  db: Db,
  userId: string,
  id: string,
  approve: boolean,
): Promise<Row> {
  const row = await findApproval(db, userId, id)
  if (stateOf(row) !== 'pending') return row
  await db
    .update(approvals)
    .set({ decision: approve ? 'approved' : 'rejected' })
    .where(and(own(userId, row.id), isNull(approvals.decision)))
  return findApproval(db, userId, id)
}

export function stateOf({ decision, usedAt, expiresAt }: Row): Approval['state'] {
  if (usedAt) return 'used'
  if (decision === 'rejected') return 'rejected'
  if (expiresAt.getTime() <= Date.now()) return 'expired'
  return decision ?? 'pending'
}

/** Returns JSON in which the order of the keys makes no difference. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Deletes approvals a day after they have expired. */
export async function deleteOldApprovals(db: Db): Promise<void> {
  await db.delete(approvals).where(lt(approvals.expiresAt, sql`now() - interval '1 day'`))
}
