import * as v from 'valibot'
import { list, token, Uuid } from '../common.ts'
import { Email } from './session.ts'

/** Permissions that the owner of an account can give another person, in the order of the screens. */
export const ACCESS = ['edit', 'analytics', 'money'] as const
export const Access = v.picklist(ACCESS, `Use ${ACCESS.join(', ')}.`)
export type Access = v.InferOutput<typeof Access>

export const ACCESS_NAMES: Record<Access, string> = {
  edit: 'Edit links and page',
  analytics: 'View analytics',
  money: 'View money',
}

/** Maximum number of people with access to one account. */
export const MAX_MEMBERS = 20
/** Maximum number of open invitations of one account. */
export const MAX_INVITATIONS = 20
/** Days for which the link of an invitation is valid. */
export const INVITATION_DAYS = 7

const AccessSet = v.pipe(
  list(Access, ACCESS.length),
  v.minLength(1, 'Choose at least one.'),
  v.transform((chosen) => ACCESS.filter((one) => chosen.includes(one))),
)

const allowed = { access: v.array(v.picklist(ACCESS)) }

export const Member = v.object({
  /** User id of the person. */
  id: Uuid,
  email: v.string(),
  /** First and last name; empty if the person has not entered one. */
  name: v.string(),
  ...allowed,
  joined_at: v.string(),
})
export type Member = v.InferOutput<typeof Member>

export const MemberInvitation = v.object({
  id: Uuid,
  email: v.string(),
  ...allowed,
  expires_at: v.string(),
  is_expired: v.boolean(),
})
export type MemberInvitation = v.InferOutput<typeof MemberInvitation>

/** Answer of GET /v2/my/members/. Not in the specification. */
export const Members = v.object({
  results: v.array(Member),
  invitations: v.array(MemberInvitation),
})
export type Members = v.InferOutput<typeof Members>

/** Body of POST /v2/my/members/. Not in the specification. */
export const NewMember = v.object({
  email: Email,
  access: AccessSet,
  password: v.optional(token(1000)),
})
export type NewMember = v.InferInput<typeof NewMember>

/** Body of PATCH /v2/my/members/{id}/. Not in the specification. */
export const MemberEdit = v.object({ access: AccessSet, password: v.optional(token(1000)) })
export type MemberEdit = v.InferInput<typeof MemberEdit>

/** Account for which the signed-in person may act. */
export const HelpedAccount = v.object({
  id: Uuid,
  name: v.string(),
  email: v.string(),
  ...allowed,
})
export type HelpedAccount = v.InferOutput<typeof HelpedAccount>

/** Answer of GET /v2/my/accounts/, without the person's own account. Not in the specification. */
export const HelpedAccounts = v.object({ results: v.array(HelpedAccount) })
export type HelpedAccounts = v.InferOutput<typeof HelpedAccounts>

/** Body of the calls below /v2/my/accounts/invitation/: the key in the link of the email. */
export const InvitationKey = v.object({ key: token(100) })

/** Invitation as the invited person sees it. */
export const ReceivedInvitation = v.object({
  account: v.object({ id: Uuid, name: v.string(), email: v.string() }),
  ...allowed,
  expires_at: v.string(),
})
export type ReceivedInvitation = v.InferOutput<typeof ReceivedInvitation>
