import type { Options } from 'ky'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER, V1 } from '#contract/app-constants.ts'
import { Earning, EarningStory, type Appeal } from '#contract/money/earnings.ts'
import {
  Balance,
  Charity,
  Redeemed,
  Redemption,
  RedemptionDetail,
  RedeemValues,
  Voucher,
  VoucherRedeemed,
  Vendor,
  WalletSettings,
  type CodeRequest,
  type RedeemRequest,
  type VoucherRequest,
  type WalletSettingsEdit,
} from '#contract/money/wallet.ts'
import { answer, http } from '#http/client.ts'
import { bareOrResult, rowsOf } from './list-answers.ts'

const BANK = `${V1}/bank/`
const REQUESTS = `${BANK}redemptions/`
const SETTINGS = `${REQUESTS}settings/`
const SHOP = `${V1}/shop/`

/** Page of rows. Rows that a newer server sends differently are skipped. */
const pageOf = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.object({ results: rowsOf(schema), next: v.fallback(v.nullable(v.string()), null) })

const allOf = <Row>(schema: v.GenericSchema<unknown, Row>) => v.object({ results: rowsOf(schema) })

type Keyed = Options & { key: string }

/** Adds an idempotency key: the server runs all requests with the same key only once. */
const keyed = ({ key, ...options }: Keyed): Options => ({
  ...options,
  headers: { [IDEMPOTENCY_HEADER]: key },
})

const BalanceAnswer = v.object({ balance: Balance })
const RequestsAnswer = pageOf(Redemption)
const EarningsAnswer = pageOf(Earning)

type Page<Row> = { items: Row[]; next: number | null }

async function pageAt<Row>(
  number: number,
  call: Promise<{ results: Row[]; next: string | null }>,
): Promise<Page<Row>> {
  const { results, next } = await call
  return { items: results, next: next === null ? null : number + 1 }
}

/** Returns the user's amounts by state. */
export const getBalance = async (options: Options = {}): Promise<Balance> => {
  const call = http.get(REQUESTS, { searchParams: { page_size: 1 }, ...options })
  return (await answer(call, BalanceAnswer, options)).balance
}

/** Returns a page of payout requests, newest first. */
export const listRequests = (page: number, options: Options = {}): Promise<Page<Redemption>> =>
  pageAt(
    page,
    answer(http.get(REQUESTS, { searchParams: { page }, ...options }), RequestsAnswer, options),
  )

export const getRequest = (id: number, options: Options = {}): Promise<RedemptionDetail> =>
  answer(http.get(`${REQUESTS}${id}/`, options), bareOrResult(RedemptionDetail), options)

const CodeShown = v.object({ result: RedemptionDetail })

/** Returns a payout request with the code of its gift card. Requires the password. */
export const showCode = async (
  id: number,
  json: CodeRequest,
  options: Options = {},
): Promise<RedemptionDetail> => {
  const call = http.post(`${REQUESTS}${id}/code/`, { json, ...options })
  return (await answer(call, CodeShown, options)).result
}

export type EarningList = 'available_earnings' | 'pending_earnings'

/** Returns a page of available or pending earnings. */
export const listEarnings = (
  list: EarningList,
  page: number,
  options: Options = {},
): Promise<Page<Earning>> => {
  const call = http.get(`${BANK}${list}/`, { searchParams: { page }, ...options })
  return pageAt(page, answer(call, EarningsAnswer, options))
}

/** Returns all details of an earning. */
export const getEarning = (id: number, options: Options = {}): Promise<EarningStory> =>
  answer(http.get(`${BANK}earnings/${id}/`, options), bareOrResult(EarningStory), options)

/** Asks the operator to review a held earning. */
export async function appealEarning(id: number, json: Appeal, options: Keyed): Promise<void> {
  await http.post(`${BANK}earnings/${id}/appeal/`, { json, ...keyed(options) })
}

export const getWalletSettings = (options: Options = {}): Promise<WalletSettings> =>
  answer(http.get(SETTINGS, options), bareOrResult(WalletSettings), options)

/** Changes the given settings and keeps the others. */
export const editWalletSettings = (
  json: WalletSettingsEdit,
  options: Options = {},
): Promise<WalletSettings> =>
  answer(http.patch(SETTINGS, { json, ...options }), bareOrResult(WalletSettings), options)

/** Returns the charities that can receive money. */
export const listCharities = async (options: Options = {}): Promise<Charity[]> =>
  (await answer(http.get(`${SHOP}charity_organisations`, options), allOf(Charity), options)).results

/** Returns the amounts that can be redeemed in this way now. */
export const getRedeemValues = (
  way: 'paypal' | 'charity',
  options: Options = {},
): Promise<RedeemValues> =>
  answer(http.get(`${SHOP}paypal/values/${way}`, options), RedeemValues, options)

/** Reserves an amount and requests its payout. */
export const redeem = async (json: RedeemRequest, options: Keyed): Promise<Redemption> => {
  const call = http.post(`${SHOP}paypal/redeem`, { json, ...keyed(options) })
  return (await answer(call, Redeemed, options)).result
}

/** Returns the shops that have gift cards or had some before. */
export const listVendors = async (options: Options = {}): Promise<Vendor[]> =>
  (await answer(http.get(`${SHOP}vendors`, options), allOf(Vendor), options)).results

/** Returns the gift cards by shop and value. */
export const listVouchers = async (options: Options = {}): Promise<Voucher[]> =>
  (await answer(http.get(`${SHOP}vouchers`, options), allOf(Voucher), options)).results

/**
 * Redeems a gift card. The answer contains its code, unless the operator must approve the request
 * first.
 */
export const redeemVoucher = async (
  json: VoucherRequest,
  options: Keyed,
): Promise<RedemptionDetail> => {
  const call = http.post(`${SHOP}vouchers/redeem`, { json, ...keyed(options) })
  return (await answer(call, VoucherRedeemed, options)).result
}
