import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { unmaskingInvitations, users } from '../../platform/db/schema.ts'
import type { InvitationState } from '../../platform/db/schema/unmasking-schema.ts'

export type InvitationRow = typeof unmaskingInvitations.$inferSelect
type Pair = { brandId: string; userId: string }

/** Asked, and neither taken back nor over: what a person can see and answer. */
export const isOpen = and(
  isNull(unmaskingInvitations.withdrawnAt),
  inArray(unmaskingInvitations.status, ['pending', 'ignored', 'accepted']),
)

/**
 * The one invitation of this brand and this person, made when there is none. Asked again after it was
 * taken back it is the same one: an answer that was given stands, so that nobody is asked twice.
 * `isNew`: there is something to tell.
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

/** Two invitations at once are made one after the other. Says whether this person accepts by itself. */
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

/** Whoever has said once that a brand shall not see them is asked, whatever their setting says. */
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

/** The brand takes it back; not once it was accepted. */
export async function withdraw(db: DbOrTx, pair: Pair): Promise<boolean> {
  const taken = await db
    .update(unmaskingInvitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isPair(pair), isOpen, inArray(unmaskingInvitations.status, ['pending', 'ignored'])))
    .returning({ id: unmaskingInvitations.id })
  return taken.length > 0
}
