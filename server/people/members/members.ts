import { and, asc, count, eq, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { HelpedAccount, Member, MemberEdit } from '#contract/people/members.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { accountMembers, leavers, users } from '../../platform/db/schema.ts'
import { emailOf } from '../accounts/accounts.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { notifyMember } from '../activity/members.ts'
import { announceMember } from './announce-member.ts'

/** First and last name of a user; empty if they have not entered one. */
export const userName = sql<string>`trim(${users.nameFirst} || ' ' || ${users.nameLast})`

/** Selects members of one account. */
const membersOf = (userId: string) => eq(accountMembers.userId, userId)

/** Selects one member of one account. An id that is no UUID matches nobody. */
const oneMember = (userId: string, memberId: string) =>
  v.is(Uuid, memberId) ? and(membersOf(userId), eq(accountMembers.memberId, memberId)) : sql`false`

const memberColumns = {
  id: users.id,
  email: users.email,
  name: userName,
  access: accountMembers.access,
  joinedAt: accountMembers.createdAt,
}

/** Returns the people with access to an account, in the order in which they joined. */
export async function listMembers(db: Db, userId: string): Promise<Member[]> {
  const rows = await db
    .select(memberColumns)
    .from(accountMembers)
    .innerJoin(users, eq(users.id, accountMembers.memberId))
    .where(membersOf(userId))
    .orderBy(asc(accountMembers.createdAt), asc(users.id))
  return rows.map(({ joinedAt, ...row }) => ({ ...row, joined_at: joinedAt.toISOString() }))
}

export async function countMembers(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db.select({ members: count() }).from(accountMembers).where(membersOf(userId))
  return row?.members ?? 0
}

/** Changes what a member may do, after checking the owner's password. Nobody else gets 404. */
export async function changeAccess(
  deps: Deps,
  user: SignedInUser,
  memberId: string,
  { access, password }: v.InferOutput<typeof MemberEdit>,
): Promise<Member> {
  const find = async () => (await listMembers(deps.db, user.id)).find(({ id }) => id === memberId)
  if (!(await find())) throw new HTTPException(404)
  await requirePassword(deps, user, password)
  await deps.db.update(accountMembers).set({ access }).where(oneMember(user.id, memberId))
  const member = await find()
  if (!member) throw new HTTPException(404)
  return member
}

/**
 * Removes a member and lists it among the owner's activity. The member's next request for the
 * account is refused, on every server.
 */
export const removeMember = (db: Db, userId: string, memberId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await endAccess(tx, userId, memberId)
    const name = (await emailOf(tx, memberId)) ?? ''
    await notifyMember(tx, { userId, member: { id: memberId, name }, is: 'removed' })
  })

/** Ends the person's own access to another account, and tells its owner. */
export async function leaveAccount(deps: Deps, person: SignedInUser, accountId: string) {
  await deps.db.transaction(async (tx) => {
    await endAccess(tx, accountId, person.id)
    await announceMember(deps, tx, { about: 'left', userId: accountId, member: person })
  })
}

async function endAccess(db: DbOrTx, userId: string, memberId: string): Promise<void> {
  const isBoth = v.is(Uuid, userId) ? oneMember(userId, memberId) : sql`false`
  const rows = await db
    .delete(accountMembers)
    .where(isBoth)
    .returning({ id: accountMembers.memberId })
  if (rows.length === 0) throw new HTTPException(404)
}

/** Returns the accounts of others for which a person may act. */
export async function helpedAccounts(db: Db, personId: string): Promise<HelpedAccount[]> {
  return db
    .select({ id: users.id, name: userName, email: users.email, access: accountMembers.access })
    .from(accountMembers)
    .innerJoin(users, eq(users.id, accountMembers.userId))
    .leftJoin(leavers, eq(leavers.userId, users.id))
    .where(and(eq(accountMembers.memberId, personId), sql`${leavers.userId} is null`))
    .orderBy(asc(accountMembers.createdAt), asc(users.id))
}
