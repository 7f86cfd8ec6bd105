import {
  addSocialLink,
  editSocialLink,
  listSocialLinks,
  listSocialPrefixes,
  removeSocialLink,
} from '#api/people/social-links.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { SOCIAL_PREFIXES } from '#contract/social/social-networks.ts'
import {
  SOCIAL_TYPES,
  type SocialLink,
  type SocialPrefix,
  type SocialType,
  type SocialTypeName,
} from '#contract/social/social-links.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'
import type { AccountKind } from './account-url.ts'

export const useSocialLinks = (): Answer<SocialLink[]> =>
  useAnswer('social links', listSocialLinks, { copy: true, isSecondary: true })

/** Returns the prefixes of the server, or the built-in ones while it has not answered. */
export function useSocialPrefixes(): SocialPrefix[] {
  const { value } = useAnswer('social prefixes', listSocialPrefixes, {
    copy: true,
    isSecondary: true,
  })
  return value ?? SOCIAL_PREFIXES
}

const TITLES: Record<SocialType, string> = { 1: 'Instagram', 2: 'TikTok', 3: 'YouTube', 4: 'Other' }
export const titleOf = (type: SocialType) => TITLES[type]

/** Types in the order of the menu. */
export const TYPE_NAMES: SocialTypeName[] = ['instagram', 'tiktok', 'youtube', 'other']

export function kindOf(type: SocialType, prefixes: SocialPrefix[]): AccountKind {
  const prefix = prefixes.find(({ account_type }) => account_type === type)?.url_prefix ?? ''
  return { type, prefix, title: type === SOCIAL_TYPES.other ? 'link' : titleOf(type) }
}

export const saveNew = (json: { account_url: string }, key: string) =>
  addSocialLink(json, { ...quiet, key })

export const saveEdit = (id: number, json: { account_url: string }) =>
  editSocialLink(id, json, quiet)

/** Removes a social link after a confirmation. Returns whether it was removed. */
export async function remove({ id, account_name }: SocialLink, title: string): Promise<boolean> {
  const isSure = await confirm('You can add it again at any time.', {
    title: `Remove this ${title}?`,
    ok: 'Remove',
    cancel: 'Keep',
    danger: true,
  })
  if (!isSure) return false
  let isGone = false
  await runAction(`remove ${account_name}`, () => removeUnlessGone(id), {
    onDone: () => (isGone = true),
  })
  if (isGone) toast(`${account_name} removed`)
  return isGone
}

/** Treats a link that was removed on another device as removed. */
async function removeUnlessGone(id: number): Promise<void> {
  try {
    await removeSocialLink(id, quiet)
  } catch (error) {
    if (toApiError(error).status !== 404) throw error
  }
}
