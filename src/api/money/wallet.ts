import type { Options } from 'ky'
import * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import { Earning, EarningDetail, type Appeal } from '#contract/money/earnings.ts'
import {
  Balance,
  Charity,
  RedeemAnswer,
  Redemption,
  RedemptionDetail,
  RedeemValues,
  Voucher,
  VoucherAnswer,
  Vendor,
  WalletSettings,
  type CodeRequest,
  type RedeemRequest,
  type VoucherRequest,
  type WalletSettingsEdit,
} from '#contract/money/wallet.ts'
import { parseAnswer, parseResult, http, withKey, type Keyed } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const BANK = `${V1}/bank/`
const REQUESTS = `${BANK}redemptions/`
const SETTINGS = `${REQUESTS}settings/`
const SHOP = `${V1}/shop/`

/** Page of rows. Rows that a newer server sends differently are skipped. */
const pageOf = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.object({ results: rowsOf(schema), next: v.fallback(v.nullable(v.string()), null) })

const listOf = <Row>(schema: v.GenericSchema<unknown, Row>) => v.object({ results: rowsOf(schema) })

const BalanceAnswer = v.object({ balance: Balance })
const RequestsAnswer = pageOf(Redemption)
const EarningsAnswer = pageOf(Earning)

type Page<Row> = { items: Row[]; next: number | null }

async function toPage<Row>(
  number: number,
  call: Promise<{ results: Row[]; next: string | null }>,
): Promise<Page<Row>> {
  const { results, next } = await call
  return { items: results, next: next === null ? null : number + 1 }
}

/** Returns the user's amounts by state. */
export const getBalance = async (options: Options = {}): Promise<Balance> => {
  const call = http.get(REQUESTS, { searchParams: { page_size: 1 }, ...options })
  return (await parseAnswer(call, BalanceAnswer, options)).balance
}

/** Returns a page of payout requests, newest first. */
export const listRequests = (page: number, options: Options = {}): Promise<Page<Redemption>> =>
  toPage(
    page,
    parseAnswer(
      http.get(REQUESTS, { searchParams: { page }, ...options }),
      RequestsAnswer,
      options,
    ),
  )

export const getRequest = (id: number, options: Options = {}): Promise<RedemptionDetail> =>
  parseAnswer(http.get(`${REQUESTS}${id}/`, options), bareOrResult(RedemptionDetail), options)

/** Returns a payout request with the code of its gift card. Requires the password. */
export const showCode = (
  id: number,
  json: CodeRequest,
  options: Options = {},
): Promise<RedemptionDetail> =>
  parseResult(http.post(`${REQUESTS}${id}/code/`, { json, ...options }), RedemptionDetail, options)

export type EarningList = 'available_earnings' | 'pending_earnings'

/** Returns a page of available or pending earnings. */
export const listEarnings = (
  list: EarningList,
  page: number,
  options: Options = {},
): Promise<Page<Earning>> => {
  const call = http.get(`${BANK}${list}/`, { searchParams: { page }, ...options })
  return toPage(page, parseAnswer(call, EarningsAnswer, options))
}

/** Returns all details of an earning. */
export const getEarning = (id: number, options: Options = {}): Promise<EarningDetail> =>
  parseAnswer(http.get(`${BANK}earnings/${id}/`, options), bareOrResult(EarningDetail), options)

/** Asks the operator to review a held earning. */
export async function appealEarning(id: number, json: Appeal, options: Keyed): Promise<void> {
  await http.post(`${BANK}earnings/${id}/appeal/`, { json, ...withKey(options) })
}

export const getWalletSettings = (options: Options = {}): Promise<WalletSettings> =>
  parseAnswer(http.get(SETTINGS, options), bareOrResult(WalletSettings), options)

/** Changes the given settings and keeps the others. */
export const editWalletSettings = (
  json: WalletSettingsEdit,
  options: Options = {},
): Promise<WalletSettings> =>
  parseAnswer(http.patch(SETTINGS, { json, ...options }), bareOrResult(WalletSettings), options)

/** Returns the charities that can receive money. */
export const listCharities = async (options: Options = {}): Promise<Charity[]> =>
  (await parseAnswer(http.get(`${SHOP}charity_organisations`, options), listOf(Charity), options))
    .results

/** Returns the amounts that can be redeemed in this way now. */
export const getRedeemValues = (
  method: 'paypal' | 'charity',
  options: Options = {},
): Promise<RedeemValues> =>
  parseAnswer(http.get(`${SHOP}paypal/values/${method}`, options), RedeemValues, options)

/** Reserves an amount and requests its payout. */
export const redeem = async (json: RedeemRequest, options: Keyed): Promise<Redemption> => {
  const call = http.post(`${SHOP}paypal/redeem`, { json, ...withKey(options) })
  return (await parseAnswer(call, RedeemAnswer, options)).result
}

/** Returns the shops that have gift cards or had some before. */
export const listVendors = async (options: Options = {}): Promise<Vendor[]> =>
  (await parseAnswer(http.get(`${SHOP}vendors`, options), listOf(Vendor), options)).results

/** Returns the gift cards by shop and value. */
export const listVouchers = async (options: Options = {}): Promise<Voucher[]> =>
  (await parseAnswer(http.get(`${SHOP}vouchers`, options), listOf(Voucher), options)).results

/**
 * Redeems a gift card. The answer contains its code, unless the operator must approve the request
 * first.
 */
export const redeemVoucher = async (
  json: VoucherRequest,
  options: Keyed,
): Promise<RedemptionDetail> => {
  const call = http.post(`${SHOP}vouchers/redeem`, { json, ...withKey(options) })
  return (await parseAnswer(call, VoucherAnswer, options)).result
}
