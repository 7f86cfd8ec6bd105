import { createHmac } from 'node:crypto'
import { encryptToken } from '../../platform/secrets/token-cipher.ts'
import type { Tx } from '../../platform/db/client.ts'
import { vouchers } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { voucherSeal } from './redemptions.ts'

export type NewVoucher = {
  valueCents: number
  code: string
  pin: string
  country: string
  /** Last valid day (YYYY-MM-DD), or null if the card does not expire. */
  endsOn: string | null
}

const BATCH_SIZE = 500

/**
 * Adds gift cards with encrypted codes. Codes that exist already are skipped. Returns the number of
 * new ones.
 */
export async function addVouchers(
  tx: Tx,
  { tokens }: Pick<Secrets, 'tokens'>,
  vendorId: number,
  newVouchers: readonly NewVoucher[],
): Promise<number> {
  let added = 0
  for (let start = 0; start < newVouchers.length; start += BATCH_SIZE) {
    const rows = newVouchers.slice(start, start + BATCH_SIZE).map(({ code, pin, ...rest }) => {
      const codeHash = createHmac('sha256', tokens).update(`voucher ${code}`).digest('hex')
      const seal = voucherSeal({ vendorId, codeHash })
      return {
        ...rest,
        vendorId,
        codeHash,
        sealedCode: encryptToken(tokens, code, seal),
        sealedPin: pin === '' ? null : encryptToken(tokens, pin, seal),
      }
    })
    const made = await tx
      .insert(vouchers)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: vouchers.id })
    added += made.length
  }
  return added
}
