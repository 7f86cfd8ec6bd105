import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  SendInvitationsAnswer,
  Referral,
  ReferralCodeState,
  ReferralLink,
  ReferralMailStats,
  ReferralSummary,
  type Invitations,
  type NewReferralLink,
} from '#contract/money/referrals.ts'
import { parseAnswer, parseResult, http, withKey, type Keyed } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/referrals/`
const MailStats = v.object({
  ...ReferralMailStats.entries,
  // A server that does not send this field is assumed to send no mails.
  enabled: v.fallback(v.boolean(), false),
})
const ListAnswer = v.object({
  results: rowsOf(Referral),
  next: v.fallback(v.nullable(v.string()), null),
})

/** Returns the user's latest referral link. The server creates one on the first call. */
export const getReferralLink = (options: Options = {}): Promise<ReferralLink> =>
  parseResult(http.get(`${ROOT}links/latest/`, options), ReferralLink, options)

/** Creates another referral link. Existing ones remain valid. */
export const addReferralLink = (
  json: v.InferInput<typeof NewReferralLink>,
  options: Keyed,
): Promise<ReferralLink> => {
  const call = http.post(`${ROOT}links/`, { json, ...withKey(options) })
  return parseResult(call, ReferralLink, options)
}

export const isCodeAvailable = async (code: string, options: Options = {}): Promise<boolean> => {
  const call = http.get(`${ROOT}links/available/`, { searchParams: { code }, ...options })
  return (await parseAnswer(call, ReferralCodeState, options)).available
}

export const getReferralSummary = (options: Options = {}): Promise<ReferralSummary> =>
  parseResult(http.get(`${ROOT}summary/`, options), ReferralSummary, options)

export const getReferralMailStats = (options: Options = {}): Promise<ReferralMailStats> =>
  parseResult(http.get(`${ROOT}email_stats/`, options), MailStats, options)

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
  options: Keyed,
): Promise<Sent> => {
  const call = http.post(`${ROOT}send_mail/`, { json, ...withKey(options) })
  return (await parseAnswer(call, SendInvitationsAnswer, options)).result
}
