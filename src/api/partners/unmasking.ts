import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import {
  BrandInvitation,
  BrandInvitationResult,
  Connection,
  UnmaskingSettings,
  type InvitationStatus,
} from '#contract/partners/unmasking.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/unmasking/`

const InvitationsAnswer = v.object({
  results: rowsOf(BrandInvitation),
  next: v.fallback(v.nullable(v.string()), null),
})
const ConnectionsAnswer = v.object({
  results: rowsOf(Connection),
  next: v.fallback(v.nullable(v.string()), null),
})

const invitationsPage = (
  query: { status: InvitationStatus; page?: number; page_size?: number },
  options: Options,
) =>
  parseAnswer(
    http.get(`${ROOT}invitations/`, { searchParams: query, ...options }),
    InvitationsAnswer,
    options,
  )

/**
 * Returns the newest pending invitations, as many as fit into one page. Further ones appear after
 * some are answered.
 */
export const listBrandInvitations = async (options: Options = {}): Promise<BrandInvitation[]> =>
  (await invitationsPage({ status: 'pending', page_size: MAX_PAGE_SIZE }, options)).results

/** Returns a page of ignored invitations. */
export async function listIgnoredInvitations(page: number, options: Options = {}) {
  const { results, next } = await invitationsPage({ status: 'ignored', page }, options)
  return { items: results, next: next === null ? null : page + 1 }
}

/** Reports that the user followed an invitation link of a brand, and returns the invitation. */
export const followBrandLink = async (
  org_referral_link_uuid: string,
  options: Options = {},
): Promise<BrandInvitation> => {
  const call = http.post(`${ROOT}invitations/`, { json: { org_referral_link_uuid }, ...options })
  return (await parseAnswer(call, BrandInvitationResult, options)).result
}

/** Accepts or ignores an invitation. */
export const answerBrandInvitation = async (
  id: number,
  decision: 'accept' | 'ignore',
  options: Options = {},
): Promise<BrandInvitation> => {
  const call = http.put(`${ROOT}invitations/${id}/${decision}/`, options)
  return (await parseAnswer(call, BrandInvitationResult, options)).result
}

/** Returns a page of the brands that can see who the user is. */
export async function listConnections(page: number, options: Options = {}) {
  const call = http.get(`${ROOT}connections/`, { searchParams: { page }, ...options })
  const { results, next } = await parseAnswer(call, ConnectionsAnswer, options)
  return { items: results, next: next === null ? null : page + 1 }
}

export const removeConnection = async (id: number, options: Options = {}): Promise<void> => {
  await http.delete(`${ROOT}connections/${id}/`, options)
}

export const getUnmaskingSettings = (options: Options = {}): Promise<UnmaskingSettings> =>
  parseAnswer(http.get(`${ROOT}settings/`, options), UnmaskingSettings, options)

export const saveUnmaskingSettings = (
  json: UnmaskingSettings,
  options: Options = {},
): Promise<UnmaskingSettings> =>
  parseAnswer(http.put(`${ROOT}settings/`, { json, ...options }), UnmaskingSettings, options)
