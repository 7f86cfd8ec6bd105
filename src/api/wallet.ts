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

/** A page of rows; one that a newer server writes otherwise costs at most itself (offline 34). */
const pageOf = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.object({ results: rowsOf(schema), next: v.fallback(v.nullable(v.string()), null) })

const allOf = <Row>(schema: v.GenericSchema<unknown, Row>) => v.object({ results: rowsOf(schema) })

type Keyed = Options & { key: string }

/** Under one key money moves once, however often it is sent. */
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

/** What somebody has, by where it stands. */
export const getBalance = async (options: Options = {}): Promise<Balance> => {
  const call = http.get(REQUESTS, { searchParams: { page_size: 1 }, ...options })
  return (await answer(call, BalanceAnswer, options)).balance
}

/** Requests for money, the newest first. */
export const listRequests = (page: number, options: Options = {}): Promise<Page<Redemption>> =>
  pageAt(
    page,
    answer(http.get(REQUESTS, { searchParams: { page }, ...options }), RequestsAnswer, options),
  )

export const getRequest = (id: number, options: Options = {}): Promise<RedemptionDetail> =>
  answer(http.get(`${REQUESTS}${id}/`, options), bareOrResult(RedemptionDetail), options)

const CodeShown = v.object({ result: RedemptionDetail })

/** The same with the code of its gift card, by the password. */
export const showCode = async (
  id: number,
  json: CodeRequest,
  options: Options = {},
): Promise<RedemptionDetail> => {
  const call = http.post(`${REQUESTS}${id}/code/`, { json, ...options })
  return (await answer(call, CodeShown, options)).result
}

export type EarningList = 'available_earnings' | 'pending_earnings'

/** What was earned, and is or is not there yet. */
export const listEarnings = (
  list: EarningList,
  page: number,
  options: Options = {},
): Promise<Page<Earning>> => {
  const call = http.get(`${BANK}${list}/`, { searchParams: { page }, ...options })
  return pageAt(page, answer(call, EarningsAnswer, options))
}

/** How one earning came to be, to the cent. */
export const getEarning = (id: number, options: Options = {}): Promise<EarningStory> =>
  answer(http.get(`${BANK}earnings/${id}/`, options), bareOrResult(EarningStory), options)

/** Has a person look at an earning that is held. */
export async function appealEarning(id: number, json: Appeal, options: Keyed): Promise<void> {
  await http.post(`${BANK}earnings/${id}/appeal/`, { json, ...keyed(options) })
}

export const getWalletSettings = (options: Options = {}): Promise<WalletSettings> =>
  answer(http.get(SETTINGS, options), bareOrResult(WalletSettings), options)

/** Only what is given is changed. */
export const editWalletSettings = (
  json: WalletSettingsEdit,
  options: Options = {},
): Promise<WalletSettings> =>
  answer(http.patch(SETTINGS, { json, ...options }), bareOrResult(WalletSettings), options)

/** Whom money can be given to. */
export const listCharities = async (options: Options = {}): Promise<Charity[]> =>
  (await answer(http.get(`${SHOP}charity_organisations`, options), allOf(Charity), options)).results

/** How much can be redeemed that way now. */
export const getRedeemValues = (
  way: 'paypal' | 'charity',
  options: Options = {},
): Promise<RedeemValues> =>
  answer(http.get(`${SHOP}paypal/values/${way}`, options), RedeemValues, options)

/** Sets money aside and asks for it. */
export const redeem = async (json: RedeemRequest, options: Keyed): Promise<Redemption> => {
  const call = http.post(`${SHOP}paypal/redeem`, { json, ...keyed(options) })
  return (await answer(call, Redeemed, options)).result
}

/** Shops that have gift cards, or had some. */
export const listVendors = async (options: Options = {}): Promise<Vendor[]> =>
  (await answer(http.get(`${SHOP}vendors`, options), allOf(Vendor), options)).results

/** Their gift cards by value. */
export const listVouchers = async (options: Options = {}): Promise<Voucher[]> =>
  (await answer(http.get(`${SHOP}vouchers`, options), allOf(Voucher), options)).results

/** Takes a gift card; its code is answered at once, or when somebody has looked at it. */
export const redeemVoucher = async (
  json: VoucherRequest,
  options: Keyed,
): Promise<RedemptionDetail> => {
  const call = http.post(`${SHOP}vouchers/redeem`, { json, ...keyed(options) })
  return (await answer(call, VoucherRedeemed, options)).result
}
