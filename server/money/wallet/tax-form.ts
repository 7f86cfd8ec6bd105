import { and, eq, gte, notInArray, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { redemptions, users, wallets } from '../../platform/db/schema.ts'
import { lockOwners } from '../ledger/lock.ts'
import { shownDollars } from '../../platform/money.ts'
import { hasBeenPaid } from './paid-before.ts'
import { moveRedemption } from './redemption-rows.ts'
import { lockWallet, readWallet, writeWallet } from './wallet-rows.ts'

export type FormRules = Pick<Config, 'taxFormFromCents' | 'operatorEmail'>

type Asked = { userId: string; cents: number; at: Date }

/**
 * What somebody reads whose request waits for a tax form; null where it needs none. Counted is what was
 * asked for in this calendar year (UTC) and is not back. Under the lock of the person.
 */
export async function formWanted(
  tx: Tx,
  { userId, cents, at }: Asked,
  { taxFormFromCents: from, operatorEmail }: FormRules,
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
  return `Above ${shownDollars(from)} a year we need a tax form of you first. Write to ${operatorEmail}.`
}

export type Marked = { released: number } | { problem: string }

/** The operator has the form: what only waited for it goes on, the rest is looked at as usual. */
export async function markForm(
  db: Db,
  email: string,
  { since, at }: { since: string; at: Date },
): Promise<Marked> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) return { problem: 'Nobody here has this address.' }
    await lockOwners(tx, [user.id])
    await writeWallet(tx, { ...(await lockWallet(tx, user.id, at)), taxFormSince: since })
    const waiting = await tx
      .select()
      .from(redemptions)
      .where(and(eq(redemptions.userId, user.id), eq(redemptions.waitsForForm, true)))
      .for('update')
    const isKnown = await hasBeenPaid(tx, user.id)
    for (const row of waiting) {
      const goesOn = isKnown && row.kind !== 'voucher' && row.state === 'in_review'
      if (goesOn)
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

/** Takes the mark away; what was asked for before stays as it is. */
export async function unmarkForm(db: Db, email: string): Promise<boolean> {
  const rows = await db
    .update(wallets)
    .set({ taxFormSince: null })
    .where(sql`${wallets.userId} in (select id from ${users} where email = ${email})`)
    .returning({ userId: wallets.userId })
  return rows.length > 0
}
