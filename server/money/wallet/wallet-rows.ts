import { eq } from 'drizzle-orm'
import { THRESHOLD } from '#contract/money/wallet.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { wallets } from '../../platform/db/schema.ts'

export type WalletRow = Omit<typeof wallets.$inferSelect, 'createdAt'>

/** As it is before anything was set. */
const untouched = (userId: string): WalletRow => ({
  userId,
  thresholdCents: THRESHOLD.least * 100,
  autoRedeem: false,
  paypalEmail: '',
  nextEmail: '',
  nextKeyHash: null,
  nextAskedAt: null,
  nextUsableAt: null,
  taxFormSince: null,
})

/** What was set, with an address that has rested in the place of the one before it. */
export async function readWallet(db: DbOrTx, userId: string, at: Date): Promise<WalletRow> {
  const [row] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  return row ? rested(row, at) : untouched(userId)
}

/**
 * The same for whoever writes it back: until the commit nobody else changes it, neither a mailbox that
 * answers nor the mail that asks it.
 */
export async function lockWallet(tx: Tx, userId: string, at: Date): Promise<WalletRow> {
  const own = eq(wallets.userId, userId)
  const [row] = await tx.select().from(wallets).where(own).for('update')
  return row ? rested(row, at) : untouched(userId)
}

const rested = (row: WalletRow, at: Date): WalletRow =>
  row.nextUsableAt && row.nextUsableAt <= at
    ? { ...row, paypalEmail: row.nextEmail, ...NO_NEXT }
    : row

export const NO_NEXT = {
  nextEmail: '',
  nextKeyHash: null,
  nextAskedAt: null,
  nextUsableAt: null,
} as const

export async function writeWallet(db: DbOrTx, row: WalletRow): Promise<void> {
  const { userId, ...set } = row
  await db
    .insert(wallets)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: wallets.userId, set })
}
