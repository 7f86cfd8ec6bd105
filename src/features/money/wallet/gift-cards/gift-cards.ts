import { listVendors, listVouchers } from '#api/wallet.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { Vendor, Voucher } from '#contract/money/wallet.ts'

/** Gift cards of one value and the shop that takes them. */
export type Card = { voucher: Voucher; vendor: Vendor }

/** What there is, and what is sold out: shops with the values of their cards. */
export const useGiftCards = () =>
  useAnswer(
    'gift cards',
    async (options) => {
      const [vendors, vouchers] = await Promise.all([listVendors(options), listVouchers(options)])
      return cardsOf(vendors, vouchers)
    },
    { copy: true },
  )
export type GiftCardsAnswer = ReturnType<typeof useGiftCards>

export function cardsOf(vendors: Vendor[], vouchers: Voucher[]): Card[] {
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]))
  return vouchers.flatMap((voucher) => {
    const vendor = byId.get(voucher.vendor_id)
    return vendor ? [{ voucher, vendor }] : []
  })
}
