import type { Options } from 'ky'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER, V2 } from '#contract/app-constants.ts'
import {
  SendInvitationsAnswer,
  Referral,
  ReferralCodeState,
  ReferralLink,
  ReferralMailStats,
  ReferralSummary,
  type Invitations,
  type NewReferralLink,
} from '#contract/referrals.ts'
import { result } from '#contract/common.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

const ROOT = `${V2}/referrals/`

const LinkAnswer = result(ReferralLink)
const SummaryAnswer = result(ReferralSummary)
const StatsAnswer = result(
  v.object({
    ...ReferralMailStats.entries,
    // A server that does not send this field is assumed to send no mails.
    enabled: v.fallback(v.boolean(), false),
  }),
)
const ListAnswer = v.object({
  results: rowsOf(Referral),
  next: v.fallback(v.nullable(v.string()), null),
})

/** Returns the user's latest referral link. The server creates one on the first call. */
export const getReferralLink = async (options: Options = {}): Promise<ReferralLink> =>
  (await parseAnswer(http.get(`${ROOT}links/latest/`, options), LinkAnswer, options)).result

/** Creates another referral link. Existing ones remain valid. */
export const addReferralLink = async (
  json: v.InferInput<typeof NewReferralLink>,
  { key, ...options }: Options & { key: string },
): Promise<ReferralLink> => {
  const headers = { [IDEMPOTENCY_HEADER]: key }
  const call = http.post(`${ROOT}links/`, { json, headers, ...options })
  return (await parseAnswer(call, LinkAnswer, options)).result
}

export const isCodeAvailable = async (code: string, options: Options = {}): Promise<boolean> => {
  const call = http.get(`${ROOT}links/available/`, { searchParams: { code }, ...options })
  return (await parseAnswer(call, ReferralCodeState, options)).available
}

export const getReferralSummary = async (options: Options = {}): Promise<ReferralSummary> =>
  (await parseAnswer(http.get(`${ROOT}summary/`, options), SummaryAnswer, options)).result

export const getReferralMailStats = async (options: Options = {}): Promise<ReferralMailStats> =>
  (await parseAnswer(http.get(`${ROOT}email_stats/`, options), StatsAnswer, options)).result

/** Returns a page of referred users. */
export async function listReferrals(page: number, onlyCreators: boolean, options: Options = {}) {
  const searchParams = { page, ...(onlyCreators && { is_creator: true }) }
  const call = http.get(ROOT, { searchParams, ...options })
  const { results, next } = await parseAnswer(call, ListAnswer, options)
  return { items: results, next: next === null ? null : page + 1 }
}

type Sent = v.InferOutput<typeof SendInvitationsAnswer>['result']

/** Sends invitations. Requests with the same `key` send each mail only once. */
export const sendInvitations = async (
  json: v.InferInput<typeof Invitations>,
  { key, ...options }: Options & { key: string },
): Promise<Sent> => {
  const headers = { [IDEMPOTENCY_HEADER]: key }
  const call = http.post(`${ROOT}send_mail/`, { json, headers, ...options })
  return (await parseAnswer(call, SendInvitationsAnswer, options)).result
}
