import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { AccountChanges, type AccountChange } from '#contract/people/account-changes.ts'
import {
  HelpedAccounts,
  Member,
  MemberInvitation,
  Members,
  ReceivedInvitation,
  type HelpedAccount,
  type MemberEdit,
  type NewMember,
} from '#contract/people/members.ts'
import { http, parseAnswer, parseResult } from '#http/client.ts'

const MEMBERS = `${V2}/members`
const ACCOUNTS = `${V2}/accounts`
const INVITATION = `${ACCOUNTS}/invitation`

/** Returns the people with access to the account, and the open invitations. */
export const listMembers = (options: Options = {}): Promise<Members> =>
  parseAnswer(http.get(`${MEMBERS}/`, options), Members, options)

/** Invites a person by email. */
export const inviteMember = (json: NewMember, options: Options = {}): Promise<MemberInvitation> =>
  parseResult(http.post(`${MEMBERS}/`, { json, ...options }), MemberInvitation, options)

export const changeMember = (
  id: string,
  json: MemberEdit,
  options: Options = {},
): Promise<Member> =>
  parseResult(http.patch(`${MEMBERS}/${id}/`, { json, ...options }), Member, options)

export const removeMember = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${MEMBERS}/${id}/`, options)
}

/** Sends an invitation again with a new link. */
export const resendInvitation = async (id: string, options: Options = {}): Promise<void> => {
  await http.post(`${MEMBERS}/invitations/${id}/resend/`, options)
}

export const withdrawInvitation = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${MEMBERS}/invitations/${id}/`, options)
}

/** Returns a page of the changes of the account, newest first. */
export async function listAccountChanges(
  page: number,
  options: Options = {},
): Promise<{ items: AccountChange[]; next: number | null }> {
  const call = http.get(`${MEMBERS}/changes/`, { searchParams: { page }, ...options })
  const { results, next } = await parseAnswer(call, AccountChanges, options)
  return { items: results, next: next === null ? null : page + 1 }
}

/** Returns the accounts of others for which the person may act. */
export const listAccounts = async (options: Options = {}): Promise<HelpedAccount[]> =>
  (await parseAnswer(http.get(`${ACCOUNTS}/`, options), HelpedAccounts, options)).results

/** Ends the person's own access to an account. */
export const leaveAccount = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${ACCOUNTS}/${id}/`, options)
}

/** Returns the invitation of a link in an email. */
export const readInvitation = (key: string, options: Options = {}): Promise<ReceivedInvitation> =>
  sendKey('', key, options)

export const acceptInvitation = (key: string, options: Options = {}): Promise<ReceivedInvitation> =>
  sendKey('accept/', key, options)

export const declineInvitation = async (key: string, options: Options = {}): Promise<void> => {
  await http.post(`${INVITATION}/decline/`, { json: { key }, ...options })
}

const sendKey = (call: string, key: string, options: Options) =>
  parseResult(
    http.post(`${INVITATION}/${call}`, { json: { key }, ...options }),
    ReceivedInvitation,
    options,
  )
