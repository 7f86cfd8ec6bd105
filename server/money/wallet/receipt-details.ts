import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { ReceiptDetails, ReceiptDetailsEdit } from '#contract/money/statements.ts'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'
import { receiptDetails } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'

type DetailsDeps = Pick<Deps, 'db' | 'secrets'>

/** Returns the encryption context. A value copied into another user's row cannot be decrypted. */
const sealOf = (userId: string) => `tax id ${userId}`

export async function readDetails(
  { db, secrets }: DetailsDeps,
  userId: string,
): Promise<ReceiptDetails> {
  const [row] = await db.select().from(receiptDetails).where(eq(receiptDetails.userId, userId))
  const sealed = row?.sealedTaxId ?? null
  return {
    legal_name: row?.legalName ?? '',
    address: row?.address ?? '',
    tax_id: sealed === null ? '' : (decryptToken(secrets.tokens, sealed, sealOf(userId)) ?? ''),
  }
}

/** Replaces a user's receipt details. Deletes the row if all are empty. */
export async function writeDetails(
  deps: DetailsDeps,
  userId: string,
  edit: InferOutput<typeof ReceiptDetailsEdit>,
): Promise<ReceiptDetails> {
  const { legal_name: legalName, address, tax_id: taxId } = edit
  const own = eq(receiptDetails.userId, userId)
  if (legalName === '' && address === '' && taxId === '') {
    await deps.db.delete(receiptDetails).where(own)
    return edit
  }
  const sealedTaxId = taxId === '' ? null : encryptToken(deps.secrets.tokens, taxId, sealOf(userId))
  const set = { legalName, address, sealedTaxId }
  await deps.db
    .insert(receiptDetails)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: receiptDetails.userId, set })
  return edit
}
