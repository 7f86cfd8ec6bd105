import { and, eq, lt } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../people/factors/recovery-codes.ts'
import { stepOfSealed } from '../../people/factors/sealed-secret.ts'
import { requireRightCode } from '../../people/factors/use-code.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { staff, staffRecoveryCodes } from '../../platform/db/schema.ts'
import { encryptToken } from '../../platform/secrets/token-cipher.ts'

type Secrets = Deps['secrets']

/** Context of the encryption. A secret copied into another row cannot be decrypted. */
const sealOf = (staffId: string) => `staff ${staffId}`

export const sealSecret = (secrets: Secrets, staffId: string, secret: string) =>
  encryptToken(secrets.tokens, secret, sealOf(staffId))

/** Replaces the recovery codes of a member and returns the new ones. */
export async function renewStaffCodes(
  tx: Tx,
  secrets: Secrets,
  staffId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId))
  const rows = codes.map((code) => ({
    staffId,
    codeHash: hashRecoveryCode(secrets, staffId, code.replace('-', '')),
  }))
  await tx.insert(staffRecoveryCodes).values(rows)
  return codes
}

export const countStaffCodes = (db: DbOrTx, staffId: string): Promise<number> =>
  db.$count(staffRecoveryCodes, eq(staffRecoveryCodes.staffId, staffId))

/**
 * Uses a code of the authenticator app or a recovery code.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them.
 */
export const requireStaffCode = (deps: Deps, staffId: string, typed: string): Promise<void> =>
  requireRightCode(deps, typed, [{ limit: 'codesByAccount', of: `staff ${staffId}` }], (code) =>
    /^\d{6}$/.test(code) ? useAppCode(deps, staffId, code) : useRecoveryCode(deps, staffId, code),
  )

/** Stores the step in the statement that compares it, so a code works once. */
async function useAppCode({ db, secrets }: Deps, staffId: string, code: string): Promise<boolean> {
  const [row] = await db.select().from(staff).where(eq(staff.id, staffId))
  const sealed = row?.sealedSecret ?? ''
  const step = stepOfSealed(secrets, { sealed, context: sealOf(staffId) }, code)
  if (step === undefined) return false
  const isUnused = and(
    eq(staff.id, staffId),
    eq(staff.sealedSecret, sealed),
    lt(staff.lastStep, step),
  )
  const used = await db
    .update(staff)
    .set({ lastStep: step })
    .where(isUnused)
    .returning({ id: staff.id })
  return used.length > 0
}

async function useRecoveryCode(
  { db, secrets }: Deps,
  staffId: string,
  code: string,
): Promise<boolean> {
  const isCode = and(
    eq(staffRecoveryCodes.staffId, staffId),
    eq(staffRecoveryCodes.codeHash, hashRecoveryCode(secrets, staffId, code)),
  )
  const used = await db.delete(staffRecoveryCodes).where(isCode).returning()
  return used.length > 0
}
