import * as v from 'valibot'
import { list, text } from './common.ts'
import { Email } from './session.ts'
import { Money } from './money/common.ts'

/** Of one person. */
export const MAX_REFERRAL_LINKS = 20
/** So many mails to friends one person may have sent in 24 hours. */
export const MAX_INVITATIONS = 50
const MAX_MESSAGE = 300

const NO_CODE = 'Use 3 to 30 letters, digits and hyphens.'

/** The last part of `/r/{code}`. */
export const ReferralCode = v.pipe(
  text(30),
  v.toLowerCase(),
  v.regex(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/, NO_CODE),
)

/** By which somebody brings others here. */
export const ReferralLink = v.object({
  id: v.number(),
  code: v.string(),
  url: v.string(),
  /** Whom it is meant for; null: everybody. */
  is_creator: v.nullable(v.boolean()),
  /** How often people opened it. */
  clicks: v.number(),
  /** Accounts that were made by it. */
  signups: v.number(),
  created_at: v.string(),
})
export type ReferralLink = v.InferOutput<typeof ReferralLink>

/** Body of POST referrals/links/ (A-119). */
export const NewReferralLink = v.object({
  is_creator: v.optional(v.nullable(v.boolean()), null),
  /** Left out: one that nobody has. */
  code: v.optional(ReferralCode),
})

/** Whether a code can be taken, asked while it is typed. */
export const ReferralCodeState = v.object({ code: v.string(), available: v.boolean() })

/** Somebody who joined. Their email address is nobody else's business. */
export const Referral = v.object({
  id: v.number(),
  /** Empty until they have given one. */
  name: v.string(),
  is_creator: v.nullable(v.boolean()),
  joined_at: v.string(),
  /** What their sales have earned whoever brought them. */
  earned: Money,
})
export type Referral = v.InferOutput<typeof Referral>

export const ReferralSummary = v.object({
  clicks: v.number(),
  signups: v.number(),
  creators: v.number(),
  shoppers: v.number(),
  earned: Money,
  pending: Money,
  /** Of what they earn in their first year; 0: nothing is paid (D-54). */
  share_percentage: v.number(),
})
export type ReferralSummary = v.InferOutput<typeof ReferralSummary>

export const ReferralMailStats = v.object({
  sent: v.number(),
  joined: v.number(),
  remaining_today: v.number(),
  /** Ours: whether this server sends any (duties 30). */
  enabled: v.boolean(),
})
export type ReferralMailStats = v.InferOutput<typeof ReferralMailStats>

/** Mail programs make a link of all that looks like an address, whoever wrote it. */
export const hasAddress = (value: string): boolean =>
  /https?:|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(value)

/** Body of POST referrals/send_mail/ (A-123). */
export const Invitations = v.object({
  emails: v.pipe(
    list(Email, MAX_INVITATIONS, `Give at most ${MAX_INVITATIONS} addresses.`),
    v.minLength(1, 'Give an email address.'),
  ),
  message: v.optional(
    v.pipe(
      text(MAX_MESSAGE),
      v.check((value) => !hasAddress(value), 'Leave web addresses out: your link is added below.'),
    ),
    '',
  ),
})

export const InvitationsSent = v.object({
  result: v.object({
    sent: v.number(),
    /** Got a mail from here before, or want none. */
    skipped: v.number(),
    /** Ours: `outbox` where nothing leaves the server (D-91). */
    delivery: v.picklist(['smtp', 'outbox']),
  }),
})
