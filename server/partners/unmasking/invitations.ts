import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { unmaskingInvitations, users } from '../../platform/db/schema.ts'
import type { InvitationState } from '../../platform/db/schema/unmasking-schema.ts'

export type InvitationRow = typeof unmaskingInvitations.$inferSelect
type Pair = { brandId: string; userId: string }

/** Condition for invitations that the user can see and answer: neither withdrawn nor removed. */
export const isOpen = and(
  isNull(unmaskingInvitations.withdrawnAt),
  inArray(unmaskingInvitations.status, ['pending', 'ignored', 'accepted']),
)

/**
 * Returns the invitation of this brand and user, or creates it. If it was withdrawn, the same one
 * is opened again with its answer, so the user is not asked twice. `isNew` says whether to notify
 * the user.
 */
export async function invite(tx: Tx, pair: Pair): Promise<{ row: InvitationRow; isNew: boolean }> {
  const accepts = await lockPerson(tx, pair.userId)
  const before = await findOpen(tx, pair)
  const status = accepts && !(await wasRemoved(tx, pair)) ? 'accepted' : 'pending'
  if (!before) return { row: await insert(tx, pair, status), isNew: true }
  const isAsked = before.withdrawnAt === null
  const takes = before.status === 'pending' && status === 'accepted'
  if (isAsked && !takes) return { row: before, isNew: false }
  const [row = before] = await tx
    .update(unmaskingInvitations)
    .set({
      withdrawnAt: null,
      ...(!isAsked && { createdAt: sql`now()` }),
      ...(takes && { status, acceptedAt: sql`now()` }),
    })
    .where(eq(unmaskingInvitations.id, before.id))
    .returning()
  return { row, isNew: row.status !== 'ignored' }
}

/**
 * Locks the user, so that concurrent invitations run one after the other. Returns whether the user
 * accepts invitations automatically.
 */
async function lockPerson(tx: Tx, userId: string): Promise<boolean> {
  const [person] = await tx
    .select({ accepts: users.unmaskingInvitations })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return person?.accepts ?? false
}

const isPair = ({ brandId, userId }: Pair) =>
  and(eq(unmaskingInvitations.brandId, brandId), eq(unmaskingInvitations.userId, userId))

async function findOpen(tx: Tx, pair: Pair): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .select()
    .from(unmaskingInvitations)
    .where(and(isPair(pair), isNull(unmaskingInvitations.removedAt)))
  return row
}

/**
 * Returns whether the user has once removed this connection. Then the invitation is never accepted
 * automatically.
 */
async function wasRemoved(tx: Tx, pair: Pair): Promise<boolean> {
  const [row] = await tx
    .select({ id: unmaskingInvitations.id })
    .from(unmaskingInvitations)
    .where(and(isPair(pair), isNotNull(unmaskingInvitations.removedAt)))
    .limit(1)
  return row !== undefined
}

async function insert(tx: Tx, pair: Pair, status: InvitationState): Promise<InvitationRow> {
  const [row] = await tx
    .insert(unmaskingInvitations)
    .values({ ...pair, status, ...(status === 'accepted' && { acceptedAt: sql`now()` }) })
    .returning()
  return row!
}

/** Withdraws an invitation that was not accepted. Returns false if there is none. */
export async function withdraw(db: DbOrTx, pair: Pair): Promise<boolean> {
  const accepted = await db
    .update(unmaskingInvitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isPair(pair), isOpen, inArray(unmaskingInvitations.status, ['pending', 'ignored'])))
    .returning({ id: unmaskingInvitations.id })
  return accepted.length > 0
}
