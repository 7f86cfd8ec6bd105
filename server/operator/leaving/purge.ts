import { and, eq, inArray, isNotNull, isNull, lte, not, sql } from 'drizzle-orm'
import { hashPassword } from '../../people/accounts/passwords.ts'
import { newSecret } from '../../people/accounts/one-time-keys.ts'
import { revokeEverySession } from '../../people/accounts/sessions.ts'
import { forgetMember } from '../../people/activity/members.ts'
import type { Tx } from '../../platform/db/client.ts'
import {
  accountChanges,
  connectedAccounts,
  conversions,
  formerCodes,
  formerSlugs,
  historyEntries,
  leavers,
  linkDomains,
  missingSales,
  oneTimeKeys,
  orderDifferences,
  pages,
  receiptDetails,
  redemptions,
  userDays,
  users,
  wallets,
} from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { lockOwners } from '../../money/ledger/lock.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { announceAccountHostChanges } from '../../redirect/own-hosts.ts'
import { readWallet } from '../../money/wallet/wallet-rows.ts'
import { forEachUser } from './for-each-user.ts'
import { purgeLinks, purgePictures } from './purge-links.ts'
import { sweepClicks } from './sweep-clicks.ts'

/**
 * Deletes accounts whose deletion date has passed. Each step looks up what is left to do, so an
 * interrupted run can be continued and concurrent runs do no harm.
 */
export async function purgeDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const due = await deps.db
    .select({ userId: leavers.userId })
    .from(leavers)
    .where(and(lte(leavers.deletionAt, sql`now()`), isNull(leavers.goneAt)))
  try {
    await forEachUser(due, signal, (userId) => purgeAccount(deps, userId, signal))
  } finally {
    await sweepDeletedClicks(deps, signal)
  }
}

async function purgeAccount(deps: Deps, userId: string, signal: AbortSignal): Promise<void> {
  await startPurge(deps, userId)
  await purgeLinks(deps, userId, signal)
  await purgePictures(deps, userId, signal)
  await deps.db.transaction((tx) => deleteUser(deps, tx, userId))
}

/** Locks the account and makes its deletion final. */
async function startPurge({ db }: Deps, userId: string): Promise<void> {
  const passwordHash = await hashPassword(newSecret())
  await db.transaction(async (tx) => {
    const [begun] = await tx
      .update(leavers)
      .set({ begunAt: sql`coalesce(${leavers.begunAt}, now())` })
      .where(eq(leavers.userId, userId))
      .returning({ userId: leavers.userId })
    if (!begun) return
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await tx.delete(oneTimeKeys).where(eq(oneTimeKeys.userId, userId))
    await revokeEverySession(tx, userId)
  })
}

/** Selects changes that the user made for other accounts. */
const madeForOthers = (table: typeof historyEntries | typeof accountChanges, userId: string) =>
  and(
    eq(table.actorId, userId),
    sql`${table.actorKind} = 'person' and ${table.actorId} <> ${table.userId}::text`,
  )

/** Deletes the user and all dependent rows, and anonymises what stays. */
async function deleteUser(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const [leaver] = await tx.select().from(leavers).where(eq(leavers.userId, userId)).for('update')
  // The user cancelled the deletion, or another run was faster.
  if (!leaver?.begunAt || leaver.goneAt) return
  await lockOwners(tx, [userId])
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  const { paypalEmail } = await readWallet(tx, userId, new Date())
  await reserveAddresses(tx, userId)
  await revokeGrants(deps, tx, userId)
  await anonymiseMoney(tx, userId)
  for (const table of [historyEntries, accountChanges])
    await tx.update(table).set({ actorId: '', actorName: '' }).where(madeForOthers(table, userId))
  await forgetMember(tx, userId)
  for (const table of [userDays, orderDifferences, missingSales, receiptDetails, wallets]) {
    await tx.delete(table).where(eq(table.userId, userId))
  }
  await tx
    .update(leavers)
    .set({ goneAt: new Date(), email: user?.email ?? '', paypalEmail, reason: '' })
    .where(eq(leavers.userId, userId))
  await tx.delete(users).where(eq(users.id, userId))
}

/** The user lost the domain, and another user has proven it since. */
const isTakenByOther = sql`exists (
  select 1 from ${linkDomains} held
  where held.domain = ${linkDomains}.domain and held.user_id is distinct from ${linkDomains}.user_id
    and held.status in ('verified', 'suspended', 'gone'))`

const hasFormerCodes = sql`exists (
  select 1 from ${formerCodes} where ${formerCodes.domainId} = ${linkDomains}.id)`

/** Reserves page names and proven domains without an owner. */
async function reserveAddresses(tx: Tx, userId: string): Promise<void> {
  await announceAccountHostChanges(tx, userId)
  const isOwn = eq(linkDomains.userId, userId)
  const nobodys = { userId: null, token: '', isMain: false, nextCheckAt: null }
  await tx
    .update(linkDomains)
    .set({ ...nobodys, status: 'gone' })
    .where(and(isOwn, isNotNull(linkDomains.provenAt), not(isTakenByOther)))
  // Others may use the domain name again. The row stays, because its former codes still answer with
  // 410.
  await tx
    .update(linkDomains)
    .set({ ...nobodys, status: 'removed', domain: '' })
    .where(and(isOwn, hasFormerCodes))
  const slugs = await tx
    .select({ slug: pages.slug, pageId: pages.id })
    .from(pages)
    .where(eq(pages.userId, userId))
  if (slugs.length > 0) await tx.insert(formerSlugs).values(slugs).onConflictDoNothing()
  await notifyPageChanged(tx, userId)
}

/** Queues the revocation of access granted by social platforms. */
async function revokeGrants({ jobs }: Deps, tx: Tx, userId: string): Promise<void> {
  const { accountType, providerId } = connectedAccounts
  const rows = await tx
    .select({ accountType, providerId })
    .from(connectedAccounts)
    .where(eq(connectedAccounts.userId, userId))
  for (const row of rows) await jobs.add(tx, 'revoke-grant', row, { maxAttempts: 8 })
}

/** Final states, in which the payout address is no longer needed. */
const FINAL_STATES = ['paid', 'returned', 'rejected'] as const

/**
 * Removes names and free text from orders and finished payouts. The ledger contains only numbers
 * and is not changed.
 */
export async function anonymiseMoney(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(conversions)
    .set({ linkName: '', appeal: '' })
    .where(eq(conversions.userId, userId))
  await tx
    .update(redemptions)
    .set({ target: '', note: '' })
    .where(and(eq(redemptions.userId, userId), inArray(redemptions.state, [...FINAL_STATES])))
}

/** Deletes clicks, once for all accounts deleted since the last run. */
async function sweepDeletedClicks(deps: Deps, signal: AbortSignal): Promise<void> {
  const isGone = and(isNotNull(leavers.goneAt), isNull(leavers.sweptAt))
  const gone = await deps.db.select({ userId: leavers.userId }).from(leavers).where(isGone)
  if (gone.length === 0) return
  await sweepClicks(deps, signal)
  const ids = gone.map(({ userId }) => userId)
  await deps.db.update(leavers).set({ sweptAt: new Date() }).where(inArray(leavers.userId, ids))
}
