import type { Deps } from '../../env.ts'
import {
  countStoredCodes,
  renewStoredCodes,
  requireStoredCode,
  sealAppSecret,
  type CodeTables,
} from '../../people/factors/stored-codes.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { staff, staffRecoveryCodes } from '../../platform/db/schema.ts'

const STAFF: CodeTables = {
  people: staff,
  codes: staffRecoveryCodes,
  owner: staffRecoveryCodes.staffId,
  contextOf: (staffId) => `staff ${staffId}`,
}

export const sealSecret = (secrets: Deps['secrets'], staffId: string, secret: string): string =>
  sealAppSecret(STAFF, secrets, { id: staffId, secret })

/** Replaces the recovery codes of a member and returns the new ones. */
export const renewStaffCodes = (
  tx: Tx,
  secrets: Deps['secrets'],
  staffId: string,
): Promise<string[]> => renewStoredCodes(STAFF, tx, secrets, staffId)

export const countStaffCodes = (db: DbOrTx, staffId: string): Promise<number> =>
  countStoredCodes(STAFF, db, staffId)

/**
 * Uses a code of the authenticator app or a recovery code.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them.
 */
export const requireStaffCode = (deps: Deps, staffId: string, typed: string): Promise<void> =>
  requireStoredCode(STAFF, deps, {
    id: staffId,
    typed,
    limits: [{ limit: 'codesByAccount', of: `staff ${staffId}` }],
  })
