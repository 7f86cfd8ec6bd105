import { eq } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import { linkPasswords } from '../platform/db/schema.ts'
import { hashPassword } from '../people/accounts/passwords.ts'

/** Hash of a new password, null to remove the password, undefined to keep it. */
export type NewPassword = string | null | undefined

/** Hashes the password of a request. Call it before a transaction, because it takes long. */
export async function hashNewPassword(password: string | null | undefined): Promise<NewPassword> {
  if (password === undefined) return undefined
  return password ? hashPassword(password) : null
}

/** Stores or removes the password of a link. The caller sets `links.hasPassword`. */
export async function storePassword(tx: Tx, linkId: string, hash: NewPassword): Promise<void> {
  if (hash === null) await tx.delete(linkPasswords).where(eq(linkPasswords.linkId, linkId))
  if (!hash) return
  await tx
    .insert(linkPasswords)
    .values({ linkId, passwordHash: hash })
    .onConflictDoUpdate({ target: linkPasswords.linkId, set: { passwordHash: hash } })
}

/** Gives a new link the password of another one. */
export async function copyPassword(tx: Tx, from: string, to: string): Promise<void> {
  const [row] = await tx.select().from(linkPasswords).where(eq(linkPasswords.linkId, from))
  await storePassword(tx, to, row?.passwordHash)
}
