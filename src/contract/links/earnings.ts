import * as v from 'valibot'

/** Fields of a link about income besides commissions. Missing in older local copies. */
export const LinkEarnings = {
  /** Approved income from affiliate networks in US dollars. Left out if there is none. */
  earned_elsewhere: v.optional(v.number()),
  /** Discount codes that the shop gave the user, newest first. Left out if there are none. */
  discount_codes: v.optional(v.array(v.string())),
  /** Whether pages show the newest code beside the link. */
  show_code: v.optional(v.boolean()),
  /** True if redirects add the user's tracking id of Amazon; left out otherwise. */
  adds_amazon_tag: v.optional(v.boolean()),
}
