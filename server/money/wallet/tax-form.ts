import { and, eq, gte, notInArray, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { redemptions, users, wallets } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { formatCents } from '../../platform/money.ts'
import { hasBeenPaid } from './paid-before.ts'
import { moveRedemption } from './redemption-rows.ts'
import { lockWallet, readWallet, writeWallet } from './wallet-rows.ts'

export type FormRules = Pick<Config, 'taxFormFromCents' | 'supportEmail'>

type FormRequest = { userId: string; cents: number; at: Date }

/**
 * Returns the note for a request that needs a tax form; null if it needs none. The limit applies to
 * all requests of the calendar year (UTC) that were not rejected or returned. Needs the lock on the
 * user.
 */
export async function requiredFormNote(
  tx: Tx,
  { userId, cents, at }: FormRequest,
  { taxFormFromCents: from, supportEmail }: FormRules,
): Promise<string | null> {
  if (from === null || (await readWallet(tx, userId, at)).taxFormSince !== null) return null
  const [before] = await tx
    .select({ cents: sql<string>`coalesce(sum(${redemptions.cents}), 0)::text` })
    .from(redemptions)
    .where(
      and(
        eq(redemptions.userId, userId),
        notInArray(redemptions.state, ['rejected', 'returned']),
        gte(redemptions.createdAt, new Date(Date.UTC(at.getUTCFullYear(), 0, 1))),
      ),
    )
  if (Number(before?.cents ?? 0) + cents <= from) return null
  return `Above ${formatCents(from)} a year we need a tax form from you first. Write to ${supportEmail}.`
}

export type MarkResult = { released: number } | { problem: string }

/**
 * Records that the operator has a user's tax form. Requests that only waited for it continue;
 * others are reviewed as usual.
 */
export async function markForm(
  db: Db,
  email: string,
  { since, at }: { since: string; at: Date },
): Promise<MarkResult> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) return { problem: 'No account has this email address.' }
    await lockOwners(tx, [user.id])
    await writeWallet(tx, { ...(await lockWallet(tx, user.id, at)), taxFormSince: since })
    const waiting = await tx
      .select()
      .from(redemptions)
      .where(and(eq(redemptions.userId, user.id), eq(redemptions.waitsForForm, true)))
      .for('update')
    const isKnown = await hasBeenPaid(tx, user.id)
    for (const row of waiting) {
      const canContinue = isKnown && row.kind !== 'voucher' && row.state === 'in_review'
      if (canContinue)
        await moveRedemption(tx, row, { state: 'requested', waitsForForm: false, note: '', at })
      else
        await tx
          .update(redemptions)
          .set({ waitsForForm: false, note: '' })
          .where(eq(redemptions.id, row.id))
    }
    return { released: waiting.length }
  })
}

/** Removes the record of a tax form. Existing requests stay unchanged. */
export async function unmarkForm(db: Db, email: string): Promise<boolean> {
  const rows = await db
    .update(wallets)
    .set({ taxFormSince: null })
    .where(sql`${wallets.userId} in (select id from ${users} where email = ${email})`)
    .returning({ userId: wallets.userId })
  return rows.length > 0
}
