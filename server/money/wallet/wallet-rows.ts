import { eq } from 'drizzle-orm'
import { THRESHOLD_LIMITS } from '#contract/money/wallet.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { wallets } from '../../platform/db/schema.ts'

export type WalletRow = Omit<typeof wallets.$inferSelect, 'createdAt'>

/** Returns the wallet settings of a user who has not changed any. */
const defaultWallet = (userId: string): WalletRow => ({
  userId,
  thresholdCents: THRESHOLD_LIMITS.min * 100,
  autoRedeem: false,
  paypalEmail: '',
  nextEmail: '',
  nextKeyHash: null,
  nextAskedAt: null,
  nextUsableAt: null,
  taxFormSince: null,
})

/**
 * Returns a user's wallet settings. A new address whose waiting period is over is returned as the
 * current one, even if the row does not say so yet.
 */
export async function readWallet(db: DbOrTx, userId: string, at: Date): Promise<WalletRow> {
  const [row] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  return row ? withActiveAddress(row, at) : defaultWallet(userId)
}

/**
 * Returns the wallet settings and locks their row until the commit, for a later write. A
 * confirmation or mail job cannot change them meanwhile. Neither changes a user without a row.
 */
export async function lockWallet(tx: Tx, userId: string, at: Date): Promise<WalletRow> {
  const own = eq(wallets.userId, userId)
  const [row] = await tx.select().from(wallets).where(own).for('update')
  return row ? withActiveAddress(row, at) : defaultWallet(userId)
}

const withActiveAddress = (row: WalletRow, at: Date): WalletRow =>
  row.nextUsableAt && row.nextUsableAt <= at
    ? { ...row, paypalEmail: row.nextEmail, ...NO_PENDING_ADDRESS }
    : row

export const NO_PENDING_ADDRESS = {
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
