import { listVendors, listVouchers } from '#api/money/wallet.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { Vendor, Voucher } from '#contract/money/wallet.ts'

/** Gift card of one value, with the shop that accepts it. */
export type Card = { voucher: Voucher; vendor: Vendor }

/** Lists the shops with the values of their gift cards, sold out ones too. */
export const useGiftCards = () =>
  useAnswer(
    'gift cards',
    async (options) => {
      const [vendors, vouchers] = await Promise.all([listVendors(options), listVouchers(options)])
      return cardsOf(vendors, vouchers)
    },
    { copy: true },
  )

export function cardsOf(vendors: Vendor[], vouchers: Voucher[]): Card[] {
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]))
  return vouchers.flatMap((voucher) => {
    const vendor = byId.get(voucher.vendor_id)
    return vendor ? [{ voucher, vendor }] : []
  })
}
