import { and, eq, ne } from 'drizzle-orm'
import { DELETION_GRACE_DAYS, type DeletionPreview } from '#contract/people/leaving.ts'
import { closeKeys } from '../../people/accounts/one-time-keys.ts'
import { requirePassword } from '../../people/accounts/own-password.ts'
import { revokeEverySession } from '../../people/accounts/sessions.ts'
import { linkDomains, links, pages, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { sumsOf } from '../../money/ledger/balance.ts'
import { toDollars } from '../../platform/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { readWallet } from '../../money/wallet/wallet-rows.ts'
import { storeDeletionRequest } from '../../people/accounts/leavers.ts'
import { redeemAll } from './redeem-all.ts'

type DeletionInput = { password: string; reason: string; redeem: boolean }

/**
 * Schedules the deletion of an account. Needs the password, because a session may be stolen. Ends
 * all sessions, including the current one.
 */
export async function requestDeletion(
  deps: Deps,
  user: SignedInUser,
  { password, reason, redeem }: DeletionInput,
): Promise<{ deletion_at: string }> {
  await requirePassword(deps, user, password)
  const deletionAt = await deps.db.transaction(async (tx) => {
    if (redeem) await redeemAll(tx, { userId: user.id, at: new Date(), rules: deps.config })
    return scheduleDeletion(tx, user.id, reason)
  })
  return { deletion_at: deletionAt.toISOString() }
}

/**
 * Schedules the deletion of an account, ends its sessions and sends the email about it. Returns the
 * date of the deletion.
 */
export async function scheduleDeletion(tx: Tx, userId: string, reason: string): Promise<Date> {
  // A concurrent sign-in waits for this lock and then finds the request.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const at = await storeDeletionRequest(tx, userId, reason)
  await revokeEverySession(tx, userId)
  await closeKeys(tx, userId)
  await notifyPageChanged(tx, userId)
  await addJob(tx, 'leaving-mail', { userId }, { key: `leaving:${userId}` })
  return at
}

/** Returns what a deletion would delete or pay out. */
export async function previewDeletion(
  { db }: Pick<Deps, 'db'>,
  { id, email }: SignedInUser,
): Promise<DeletionPreview> {
  const now = new Date()
  const [page] = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(eq(pages.userId, id))
    .orderBy(pages.id)
    .limit(1)
  const sums = await sumsOf(db, id)
  const { pending = 0, held = 0, approved = 0, available = 0 } = sums
  const { paypalEmail } = await readWallet(db, id, now)
  return {
    email,
    links: await db.$count(links, eq(links.userId, id)),
    domains: await db.$count(
      linkDomains,
      and(eq(linkDomains.userId, id), ne(linkDomains.status, 'removed')),
    ),
    slug: page?.slug ?? null,
    available: toDollars(Math.max(0, available)),
    coming: toDollars(pending + held + approved),
    paypal_email: paypalEmail || null,
    deletion_at: new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS).toISOString(),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
