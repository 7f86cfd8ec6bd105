import * as v from 'valibot'
import { address } from '#contract/common.ts'

/** Values of `account_type` (D-32). */
export const SOCIAL_TYPES = { instagram: 1, tiktok: 2, youtube: 3, other: 4 } as const
export type SocialTypeName = keyof typeof SOCIAL_TYPES
export const SocialType = v.picklist(Object.values(SOCIAL_TYPES))
export type SocialType = v.InferOutput<typeof SocialType>

export const MAX_SOCIAL_LINKS = 20

/** One-colour icons that are used as a mask, so that they appear in the text colour. */
const ICONS: Record<SocialType, string> = {
  1: '/icons/social-instagram.svg',
  2: '/icons/social-tiktok.svg',
  3: '/icons/social-youtube.svg',
  4: '/icons/social-other.svg',
}
export const socialIcon = (type: SocialType) => ICONS[type]

/** Public account of a creator at another site (spec section 3). */
export const SocialLink = v.object({
  id: v.number(),
  account_type: SocialType,
  /** Handle; for other addresses host and path. */
  account_name: v.string(),
  account_url: v.string(),
  icon_url: v.string(),
})
export type SocialLink = v.InferOutput<typeof SocialLink>

/** All social links. There are no pages, because their number is limited. */
export const SocialLinks = v.object({ results: v.array(SocialLink) })
export type SocialLinks = v.InferOutput<typeof SocialLinks>

/** Body of POST and PATCH. Type and name are derived from the address. */
export const SocialLinkEdit = v.object({ account_url: address(2000) })
export type SocialLinkEdit = v.InferInput<typeof SocialLinkEdit>

/** Address in front of a handle. Addresses of type "other" have no common prefix. */
export const SocialPrefix = v.object({ account_type: SocialType, url_prefix: v.string() })
export type SocialPrefix = v.InferOutput<typeof SocialPrefix>

export const SocialPrefixes = v.object({ results: v.array(SocialPrefix) })
export type SocialPrefixes = v.InferOutput<typeof SocialPrefixes>
