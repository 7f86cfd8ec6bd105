import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import {
  accountMembers,
  apiKeys,
  appGrants,
  memberInvitations,
  users,
} from '../../platform/db/schema.ts'
import { closeConfirmation } from '../accounts/email-keys.ts'
import { closeKeys } from '../accounts/one-time-keys.ts'
import { revokeEverySession } from '../accounts/sessions.ts'
import { deleteFactors } from '../factors/factors.ts'

/**
 * Confirms the email address of a user who opened a link sent there. If it was not confirmed before,
 * somebody else may have created the account with it. Then everything that could still open the
 * account ends: password, sessions, second factors, API keys, connected apps, and the access of other
 * people with open invitations.
 */
export async function confirmByMail(tx: Tx, userId: string): Promise<void> {
  const confirmed = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`now()`, passwordHash: null })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id })
  if (confirmed.length === 0) return
  await revokeEverySession(tx, userId)
  await deleteFactors(tx, userId)
  await closeConfirmation(tx, userId, 'next')
  await closeKeys(tx, userId)
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId))
  await tx.delete(appGrants).where(eq(appGrants.userId, userId))
  await tx.delete(accountMembers).where(eq(accountMembers.userId, userId))
  await tx.delete(memberInvitations).where(eq(memberInvitations.userId, userId))
}
