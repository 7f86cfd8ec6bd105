import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  SocialLink,
  SocialPrefix,
  SocialType,
  SOCIAL_TYPES,
  type SocialLinkEdit,
} from '#contract/social/social-links.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/socialmedialinks/`

/** Social link with defaults. An unknown type counts as "other". */
const Link = v.object({
  ...SocialLink.entries,
  account_type: v.fallback(SocialType, SOCIAL_TYPES.other),
  account_name: v.fallback(SocialLink.entries.account_name, ''),
  icon_url: v.fallback(SocialLink.entries.icon_url, ''),
})
const OneAnswer = bareOrResult(Link)
const ListAnswer = v.object({ results: rowsOf(Link) })
const PrefixAnswer = v.object({ results: rowsOf(SocialPrefix) })

/** Returns the social links in display order. */
export const listSocialLinks = async (options: Options = {}): Promise<SocialLink[]> =>
  (await parseAnswer(http.get(ROOT, options), ListAnswer, options)).results

/** Returns the address prefix of a handle for each network. */
export const listSocialPrefixes = async (options: Options = {}): Promise<SocialPrefix[]> =>
  (await parseAnswer(http.get(`${ROOT}prefix/`, options), PrefixAnswer, options)).results

/** Adds a social link. Requests with the same `key` add only one. */
export const addSocialLink = (json: SocialLinkEdit, options: Keyed): Promise<SocialLink> =>
  parseAnswer(http.post(ROOT, { json, ...withKey(options) }), OneAnswer, options)

export const editSocialLink = (
  id: number,
  json: SocialLinkEdit,
  options: Options = {},
): Promise<SocialLink> =>
  parseAnswer(http.patch(`${ROOT}${id}/`, { json, ...options }), OneAnswer, options)

export async function removeSocialLink(id: number, options: Options = {}): Promise<void> {
  await http.delete(`${ROOT}${id}/`, options)
}
