import * as v from 'valibot'
import { address, list, text } from '../common.ts'
import { Email } from '../people/session.ts'
import { Money } from './common.ts'

/** Maximum referral links per user. */
export const MAX_REFERRAL_LINKS = 20
/** Maximum invitation mails per user in 24 hours. */
export const MAX_INVITATIONS = 50
const MAX_MESSAGE_LENGTH = 300

const INVALID_CODE = 'Use 3 to 30 letters, digits and hyphens.'

/** Last part of `/r/{code}`. */
export const ReferralCode = v.pipe(
  address(30),
  v.toLowerCase(),
  v.regex(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/, INVALID_CODE),
)

/** Link with which a user refers others. */
export const ReferralLink = v.object({
  id: v.number(),
  code: v.string(),
  url: v.string(),
  /** Audience of the link: creators, shoppers, or everyone (null). */
  is_creator: v.nullable(v.boolean()),
  /** Number of times people opened it. */
  clicks: v.number(),
  /** Number of accounts created with it. */
  signups: v.number(),
  created_at: v.string(),
})
export type ReferralLink = v.InferOutput<typeof ReferralLink>

/** Body of POST referrals/links/ (A-119). */
export const NewReferralLink = v.object({
  is_creator: v.optional(v.nullable(v.boolean()), null),
  /** Default: a generated code that is not in use. */
  code: v.optional(ReferralCode),
})

/** Answer to whether a code is free, requested while the user types. */
export const ReferralCodeState = v.object({ code: v.string(), available: v.boolean() })

/** Referred user. Their email address is not included, because it is private. */
export const Referral = v.object({
  id: v.number(),
  /** Name; empty until the referred user enters one. */
  name: v.string(),
  is_creator: v.nullable(v.boolean()),
  joined_at: v.string(),
  /** Amount that their sales have earned for the referrer. */
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
  /**
   * Percentage of the referred users' earnings in their first year; 0 if nothing is paid (D-54).
   */
  share_percentage: v.number(),
})
export type ReferralSummary = v.InferOutput<typeof ReferralSummary>

export const ReferralMailStats = v.object({
  sent: v.number(),
  joined: v.number(),
  remaining_today: v.number(),
  /** Whether this server sends such mails. Not in the specification. */
  enabled: v.boolean(),
})
export type ReferralMailStats = v.InferOutput<typeof ReferralMailStats>

/** Returns whether the text contains anything that mail programs turn into a link. */
export const containsWebAddress = (value: string): boolean =>
  /https?:|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(value)

/** Body of POST referrals/send_mail/ (A-123). */
export const Invitations = v.object({
  emails: v.pipe(
    list(Email, MAX_INVITATIONS, `Enter at most ${MAX_INVITATIONS} addresses.`),
    v.minLength(1, 'Enter an email address.'),
  ),
  message: v.optional(
    v.pipe(
      text(MAX_MESSAGE_LENGTH),
      v.check(
        (value) => !containsWebAddress(value),
        'Remove web addresses. We add your link below the message.',
      ),
    ),
    '',
  ),
})

export const SendInvitationsAnswer = v.object({
  result: v.object({
    sent: v.number(),
    /** Number of addresses that already got a mail from this server or have opted out. */
    skipped: v.number(),
    /** `outbox`: the server sends no mail (D-91). Not in the specification. */
    delivery: v.picklist(['smtp', 'outbox']),
  }),
})
