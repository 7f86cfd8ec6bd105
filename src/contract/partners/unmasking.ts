import * as v from 'valibot'
import { result, Uuid } from '../common.ts'

/** State of a brand's request to see who a creator is. */
export const InvitationStatus = v.picklist(
  ['pending', 'ignored', 'accepted'],
  'Choose pending, ignored or accepted.',
)
export type InvitationStatus = v.InferOutput<typeof InvitationStatus>

/**
 * Data of the user that the brand sees: `partner` now, `name` and `page` after the user accepts
 * (D-59).
 */
export const Appearance = v.object({
  /** Number of the user at this brand. Each brand sees a different one. */
  partner: v.string(),
  /** Public name; null if the user has none and stays a number. */
  name: v.nullable(v.string()),
  /** Path of the user's page while it is public. */
  page: v.nullable(v.string()),
})
export type Appearance = v.InferOutput<typeof Appearance>

/** Invitation of a brand that wants to see who sends it visitors. */
export const BrandInvitation = v.object({
  id: v.number(),
  inviting: v.object({
    uuid: Uuid,
    company_name: v.string(),
    logo_url: v.nullable(v.string()),
    /** Percentage that the brand pays of a sale. Not in the specification. */
    commission_percentage: v.number(),
  }),
  status: InvitationStatus,
  created_at: v.string(),
  /** Not in the specification. */
  appearance: Appearance,
})
export type BrandInvitation = v.InferOutput<typeof BrandInvitation>

export const BrandInvitationResult = result(BrandInvitation)

/**
 * Body of POST unmasking/invitations/ (A-107), sent after the user followed an invitation link of a
 * brand.
 */
export const BrandLinkVisit = v.object({ org_referral_link_uuid: Uuid })

/** Brand that can see who the user is. */
export const Connection = v.object({
  id: v.number(),
  organization: v.object({
    uuid: Uuid,
    company_name: v.string(),
    logo_url: v.nullable(v.string()),
    /** Not in the specification. */
    commission_percentage: v.number(),
  }),
  connected_at: v.string(),
})
export type Connection = v.InferOutput<typeof Connection>

/**
 * Same value as in the user's settings (D-60). If true, new invitations are accepted automatically.
 */
export const UnmaskingSettings = v.object({ unmasking_invitations: v.boolean() })
export type UnmaskingSettings = v.InferOutput<typeof UnmaskingSettings>
