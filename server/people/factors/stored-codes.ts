import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../env.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import type {
  deskPeople,
  deskRecoveryCodes,
  staff,
  staffRecoveryCodes,
} from '../../platform/db/schema.ts'
import type { LimitKey } from '../../platform/http/throttle.ts'
import { encryptToken } from '../../platform/secrets/token-cipher.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { stepOfSealed } from './sealed-secret.ts'
import { isAppCode, requireRightCode } from './use-code.ts'

/*
 * Codes of staff and of people in the desk. Both have the secret of their authenticator app in their
 * own row, and recovery codes that are deleted when they are used.
 */

/** Tables of one kind of person. */
export type CodeTables = {
  people: typeof staff | typeof deskPeople
  codes: typeof staffRecoveryCodes | typeof deskRecoveryCodes
  /** Column of `codes` with the id of the person. */
  owner: PgColumn
  /** Returns the context of the encryption. A secret copied into another row cannot be decrypted. */
  contextOf: (id: string) => string
}

type Secrets = Deps['secrets']

/** Returns the encrypted secret of an authenticator app. */
export const sealAppSecret = (
  { contextOf }: CodeTables,
  { tokens }: Secrets,
  { id, secret }: { id: string; secret: string },
): string => encryptToken(tokens, secret, contextOf(id))

/** Replaces the recovery codes of a person and returns the new ones. */
export async function renewStoredCodes(
  { codes, owner }: CodeTables,
  tx: Tx,
  secrets: Secrets,
  id: string,
): Promise<string[]> {
  const fresh = newRecoveryCodes()
  const rows = fresh.map((code) => {
    const hash = hashRecoveryCode(secrets, id, code.replace('-', ''))
    return sql`(${id}::uuid, ${hash})`
  })
  await tx.delete(codes).where(eq(owner, id))
  await tx.execute(sql`
    insert into ${codes} (${sql.identifier(owner.name)}, code_hash)
    values ${sql.join(rows, sql`, `)}`)
  return fresh
}

export const countStoredCodes = (
  { codes, owner }: CodeTables,
  db: DbOrTx,
  id: string,
): Promise<number> => db.$count(codes, eq(owner, id))

/**
 * Uses a code of the authenticator app or a recovery code.
 *
 * @throws FieldError for a wrong code; ThrottledError after too many of them.
 */
export const requireStoredCode = (
  tables: CodeTables,
  deps: Deps,
  { id, typed, limits }: { id: string; typed: string; limits: readonly LimitKey[] },
): Promise<void> =>
  requireRightCode(deps, typed, limits, (code) =>
    isAppCode(code)
      ? spendAppCode(tables, deps, id, code)
      : spendRecoveryCode(tables, deps, id, code),
  )

/** Stores the step in the statement that compares it, so a code works once, also on two servers. */
async function spendAppCode(
  { people, contextOf }: CodeTables,
  { db, secrets }: Deps,
  id: string,
  code: string,
): Promise<boolean> {
  const [row] = await db.execute<{ sealed: string | null }>(
    sql`select ${people.sealedSecret} as sealed from ${people} where ${people.id} = ${id}`,
  )
  const sealed = row?.sealed ?? ''
  const step = stepOfSealed(secrets, { sealed, context: contextOf(id) }, code)
  if (step === undefined) return false
  const used = await db.execute(sql`
    update ${people} set last_step = ${step}
    where ${people.id} = ${id} and ${people.sealedSecret} = ${sealed}
      and ${people.lastStep} < ${step}
    returning 1`)
  return used.length > 0
}

async function spendRecoveryCode(
  { codes, owner }: CodeTables,
  { db, secrets }: Deps,
  id: string,
  code: string,
): Promise<boolean> {
  const hash = hashRecoveryCode(secrets, id, code)
  const used = await db
    .delete(codes)
    .where(and(eq(owner, id), eq(codes.codeHash, hash)))
    .returning()
  return used.length > 0
}
