import { createHmac, randomUUID } from 'node:crypto'
import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  INVITATION_DAYS,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  type MemberInvitation,
  type NewMember,
  type ReceivedInvitation,
} from '#contract/people/members.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { accountMembers, leavers, memberInvitations, users } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { announceMember } from './announce-member.ts'
import { countMembers, userName } from './members.ts'

type Row = typeof memberInvitations.$inferSelect

/**
 * Returns the key in the link of an invitation. It is derived from the signing secret, so the
 * database alone does not reveal it.
 */
export const invitationKey = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string =>
  createHmac('sha256', secrets.signing).update(`member-invitation:${id}`).digest('base64url')

/** Selects invitations of one owner. */
const own = (userId: string) => eq(memberInvitations.userId, userId)

/** Returns the invitations of an account that were not accepted or declined, newest first. */
export async function listInvitations(db: Db, userId: string): Promise<MemberInvitation[]> {
  const rows = await db
    .select()
    .from(memberInvitations)
    .where(own(userId))
    .orderBy(sql`${memberInvitations.createdAt} desc`, memberInvitations.id)
  return rows.map(toInvitation)
}

const toInvitation = ({ id, email, access, expiresAt }: Row): MemberInvitation => ({
  id,
  email,
  access,
  expires_at: expiresAt.toISOString(),
  is_expired: expiresAt.getTime() <= Date.now(),
})

/**
 * Invites a person by email after checking the owner's password.
 *
 * @throws FieldError for a wrong password, the owner's own address, a member, a second invitation,
 * or too many people.
 */
export async function invite(
  deps: Deps,
  user: SignedInUser,
  { email, access, password }: v.InferOutput<typeof NewMember>,
): Promise<MemberInvitation> {
  if (email === user.email)
    throw new FieldError('email', 'This is your own address. Enter the address of another person.')
  await requirePassword(deps, user, password)
  await countAttempt(deps, { limit: 'memberMailsByAccount', of: user.id })
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, user.id)
    await refuseKnown(tx, user.id, email)
    return toInvitation(await addInvitation(deps, tx, { userId: user.id, email, access }))
  })
}

/** Locks the owner, so that two simultaneous calls cannot both add the last person. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [row] = await tx.select({ open: count() }).from(memberInvitations).where(own(userId))
  if ((row?.open ?? 0) >= MAX_INVITATIONS)
    throw new FieldError(
      'non_field_errors',
      `You have ${MAX_INVITATIONS} open invitations. Withdraw one first.`,
    )
  await requireMemberRoom(tx, userId)
}

async function requireMemberRoom(tx: Tx, userId: string): Promise<void> {
  if ((await countMembers(tx, userId)) >= MAX_MEMBERS)
    throw new FieldError(
      'non_field_errors',
      `At most ${MAX_MEMBERS} people can have access to an account.`,
    )
}

async function refuseKnown(tx: Tx, userId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(accountMembers)
    .innerJoin(users, eq(users.id, accountMembers.memberId))
    .where(and(eq(accountMembers.userId, userId), eq(users.email, email)))
  if (member) throw new FieldError('email', 'This person already has access.')
  const [open] = await tx
    .select({ id: memberInvitations.id })
    .from(memberInvitations)
    .where(and(own(userId), eq(memberInvitations.email, email)))
  if (open)
    throw new FieldError('email', 'This person is already invited. Send the invitation again.')
}

async function addInvitation(
  deps: Deps,
  tx: Tx,
  invitation: Pick<Row, 'userId' | 'email' | 'access'>,
): Promise<Row> {
  const id = randomUUID()
  const keyHash = hashSecret(invitationKey(deps, id))
  const expiresAt = sql`now() + make_interval(days => ${INVITATION_DAYS})`
  const [row] = await tx
    .insert(memberInvitations)
    .values({ id, keyHash, expiresAt, ...invitation })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await deps.jobs.add(tx, 'member-mail', { about: 'invited', invitationId: id })
  return row
}

/** Sends an invitation again with a new link. The earlier link stops working. */
export async function resendInvitation(
  deps: Deps,
  user: SignedInUser,
  id: string,
): Promise<MemberInvitation> {
  await countAttempt(deps, { limit: 'memberMailsByAccount', of: user.id })
  return deps.db.transaction(async (tx) => {
    const { userId, email, access } = await takeOwn(tx, user.id, id)
    return toInvitation(await addInvitation(deps, tx, { userId, email, access }))
  })
}

/** Withdraws an invitation. That of another account gets 404. */
export const withdrawInvitation = async (db: Db, userId: string, id: string): Promise<void> =>
  void (await takeOwn(db, userId, id))

async function takeOwn(db: DbOrTx, userId: string, id: string): Promise<Row> {
  const [row] = v.is(Uuid, id)
    ? await db
        .delete(memberInvitations)
        .where(and(own(userId), eq(memberInvitations.id, id)))
        .returning()
    : []
  if (!row) throw new HTTPException(404)
  return row
}

/** Returns an invitation to the person who has its link and signed in with the invited address. */
export async function receivedInvitation(
  db: DbOrTx,
  person: SignedInUser,
  key: string,
): Promise<ReceivedInvitation> {
  const { owner, row } = await findReceived(db, person, key)
  return { account: owner, access: row.access, expires_at: row.expiresAt.toISOString() }
}

async function findReceived(db: DbOrTx, person: SignedInUser, key: string) {
  const [found] = await db
    .select({ row: memberInvitations, owner: { id: users.id, email: users.email, name: userName } })
    .from(memberInvitations)
    .innerJoin(users, eq(users.id, memberInvitations.userId))
    .leftJoin(leavers, eq(leavers.userId, users.id))
    .where(
      and(
        eq(memberInvitations.keyHash, hashSecret(key)),
        gt(memberInvitations.expiresAt, sql`now()`),
        sql`${leavers.userId} is null`,
      ),
    )
  if (!found)
    throw new FieldError(
      'key',
      'This invitation has expired, was withdrawn or was already used. Ask for a new one.',
    )
  if (found.row.email !== person.email)
    throw new FieldError(
      'key',
      `You are signed in as ${person.email}, but the invitation was sent to another address. Sign in with that address, or ask for an invitation to this one.`,
    )
  return found
}

/** Accepts an invitation, once, and tells the owner. */
export async function acceptInvitation(
  deps: Deps,
  person: SignedInUser,
  key: string,
): Promise<ReceivedInvitation> {
  return deps.db.transaction(async (tx) => {
    const invitation = await receivedInvitation(tx, person, key)
    const userId = invitation.account.id
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await requireMemberRoom(tx, userId)
    const { access } = await useInvitation(tx, key)
    await tx
      .insert(accountMembers)
      .values({ userId, memberId: person.id, access })
      .onConflictDoUpdate({
        target: [accountMembers.userId, accountMembers.memberId],
        set: { access },
      })
    await announceMember(deps, tx, { about: 'joined', userId, member: person })
    return invitation
  })
}

/** Declines an invitation and tells the owner. */
export async function declineInvitation(
  deps: Deps,
  person: SignedInUser,
  key: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { row } = await findReceived(tx, person, key)
    await useInvitation(tx, key)
    await announceMember(deps, tx, { about: 'declined', userId: row.userId, member: person })
  })
}

/** Deletes the invitation. Only one of two simultaneous calls finds it. */
async function useInvitation(tx: Tx, key: string): Promise<Row> {
  const [row] = await tx
    .delete(memberInvitations)
    .where(eq(memberInvitations.keyHash, hashSecret(key)))
    .returning()
  if (!row) throw new FieldError('key', 'This invitation was already used.')
  return row
}

/** Deletes invitations 30 days after they have expired. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await db
    .delete(memberInvitations)
    .where(lt(memberInvitations.expiresAt, sql`now() - interval '30 days'`))
}
