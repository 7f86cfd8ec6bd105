import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { endImports } from '../../links/imports/imports.ts'
import { invalidateLink } from '../../links/invalidate.ts'
import { notifyAccount, type BlockFacts } from '../../people/activity/activity.ts'
import { ConfigError } from '../../platform/config/config.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { links, pages, users, widgets, type Restriction } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'

type User = typeof users.$inferSelect

/**
 * Pauses or blocks an account, ends its import and tells its owner. Of a paused account, everything
 * public keeps working. A block also blocks all links, pages and widgets that are not blocked yet.
 *
 * @throws ConfigError if the account is in this state already.
 */
export async function restrictAccount(
  tx: Tx,
  userId: string,
  { restriction, ...block }: BlockFacts & { restriction: Restriction },
): Promise<void> {
  const changeSeq = await nextChange(tx, userId)
  const user = await readUser(tx, userId)
  if (user.restriction === restriction)
    throw new ConfigError(`This account is ${restriction} already.`)
  const since = new Date()
  await endImports(tx, userId)
  await openContents(tx, user, changeSeq)
  await tx
    .update(users)
    .set({
      restriction,
      restrictedAt: since,
      restrictionWhy: block.why,
      restrictionRule: block.rule,
    })
    .where(eq(users.id, userId))
  if (restriction === 'blocked') await closeContents(tx, userId, { since, changeSeq, block })
  await notifyAccount(tx, userId, `account-${restriction}`, since, block)
  await addJob(tx, 'account-block-mail', { userId }, { key: `account-block:${userId}` })
}

/**
 * Ends the pause or block of an account and tells its owner. What was blocked by itself before stays
 * blocked.
 *
 * @throws ConfigError if there is none.
 */
export async function releaseAccount(tx: Tx, userId: string): Promise<void> {
  const changeSeq = await nextChange(tx, userId)
  const user = await readUser(tx, userId)
  if (!user.restrictedAt) throw new ConfigError('This account is neither paused nor blocked.')
  await openContents(tx, user, changeSeq)
  await tx
    .update(users)
    .set({ restriction: null, restrictedAt: null, restrictionWhy: '', restrictionRule: '' })
    .where(eq(users.id, userId))
  await notifyAccount(tx, userId, 'account-released', user.restrictedAt, {})
}

async function readUser(tx: Tx, userId: string): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new ConfigError('This account does not exist any more.')
  return user
}

/** Blocks what is not blocked by itself. */
const closeContents = (tx: Tx, userId: string, { since, changeSeq, block }: Closing) =>
  setBlocks(tx, userId, {
    changeSeq,
    from: isNull,
    to: { blockedAt: since, blockWhy: block.why, blockRule: block.rule },
  })

type Closing = { since: Date; changeSeq: number; block: BlockFacts }

/** Unblocks what the block of the account has blocked, which has the time of that block. */
async function openContents(
  tx: Tx,
  { id, restriction, restrictedAt }: User,
  changeSeq: number,
): Promise<void> {
  if (restriction !== 'blocked' || !restrictedAt) return
  await setBlocks(tx, id, {
    changeSeq,
    from: (blockedAt) => eq(blockedAt, restrictedAt),
    to: { blockedAt: null, blockWhy: '', blockRule: '' },
  })
}

type BlockChange = {
  changeSeq: number
  /** Returns the condition for the time of the present block. */
  from: (blockedAt: PgColumn) => SQL
  to: { blockedAt: Date | null; blockWhy: string; blockRule: string }
}

/** Blocks or unblocks links, pages and widgets of a user. */
async function setBlocks(tx: Tx, userId: string, { changeSeq, from, to }: BlockChange) {
  const rows = await tx
    .update(links)
    .set({ ...to, changeSeq, updatedAt: new Date() })
    .where(and(eq(links.userId, userId), from(links.blockedAt)))
    .returning(PLACE)
  // oxlint-disable-next-line no-await-in-loop -- one connection; each has its own notice
  for (const place of rows) await invalidateLink(tx, place)
  for (const table of [pages, widgets])
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await tx
      .update(table)
      .set(to)
      .where(and(eq(table.userId, userId), from(table.blockedAt)))
}

const PLACE = {
  domainId: links.domainId,
  shortCode: links.shortCode,
  exactCode: links.exactCode,
}
