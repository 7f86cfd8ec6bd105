import * as v from 'valibot'
import { page, result, Uuid } from './common.ts'

/** What became of a brand's wish to know who somebody is. */
export const InvitationStatus = v.picklist(
  ['pending', 'ignored', 'accepted'],
  'Choose pending, ignored or accepted.',
)
export type InvitationStatus = v.InferOutput<typeof InvitationStatus>

/** What the brand sees of the person: now, and once it may see more (D-59). */
export const Appearance = v.object({
  /** The brand's own number for them; no other brand has the same. */
  partner: v.string(),
  /** Null: they have given no public name, and stay a number. */
  name: v.nullable(v.string()),
  /** Path of their page, while it is public. */
  page: v.nullable(v.string()),
})
export type Appearance = v.InferOutput<typeof Appearance>

/** A brand asks to see who sends it visitors. */
export const BrandInvitation = v.object({
  id: v.number(),
  inviting: v.object({
    uuid: Uuid,
    company_name: v.string(),
    logo_url: v.nullable(v.string()),
    /** Ours: what it pays of a sale. */
    commission_percentage: v.number(),
  }),
  status: InvitationStatus,
  created_at: v.string(),
  /** Ours. */
  appearance: Appearance,
})
export type BrandInvitation = v.InferOutput<typeof BrandInvitation>

export const BrandInvitationPage = page(BrandInvitation)
export const BrandInvitationResult = result(BrandInvitation)

/** Body of POST unmasking/invitations/ (A-107): a brand's own link was followed. */
export const FollowedBrandLink = v.object({ org_referral_link_uuid: Uuid })

/** A brand that sees who somebody is. */
export const Connection = v.object({
  id: v.number(),
  organization: v.object({
    uuid: Uuid,
    company_name: v.string(),
    logo_url: v.nullable(v.string()),
    /** Ours. */
    commission_percentage: v.number(),
  }),
  connected_at: v.string(),
})
export type Connection = v.InferOutput<typeof Connection>

export const ConnectionPage = page(Connection)

/** The same value as in the person's settings (D-60); true: new invitations are accepted by themselves. */
export const UnmaskingSettings = v.object({ unmasking_invitations: v.boolean() })
export type UnmaskingSettings = v.InferOutput<typeof UnmaskingSettings>
