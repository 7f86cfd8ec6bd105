import type { Read } from '#app/form/form-errors.ts'
import { readSocialAddress } from '#contract/social/social-addresses.ts'
import { SOCIAL_TYPES, type SocialType } from '#contract/social/social-links.ts'

export type AccountKind = {
  type: SocialType
  /** As texts say it: "Instagram", or "link". */
  title: string
  /** Before a handle; other addresses have none. */
  prefix: string
}

/** Whole addresses stand in the field by themselves, without the prefix before them. */
export const isAddress = (typed: string) => /^\s*[a-z][a-z0-9+.-]*:|\//i.test(typed)

/**
 * What is sent for what was typed: prefix and handle, or of other accounts the address as it is
 * . A whole address, or an `@`, gets no second prefix (D-32).
 */
export function readAccount(kind: AccountKind, typed: string): Read<{ account_url: string }> {
  if (kind.type === SOCIAL_TYPES.other)
    return typed.trim() === '' ? refused('Paste a URL.') : sending(typed)
  if (isAddress(typed)) return readPasted(kind, typed)
  const handle = typed.trim().replace(/^@+/, '')
  return handle === '' ? refused('Type your handle.') : sending(kind.prefix + handle)
}

function readPasted({ type, title, prefix }: AccountKind, typed: string) {
  const { address, fault } = readSocialAddress(typed)
  if (!address) return refused(fault)
  if (address.type !== type) return refused(`This is not the address of a profile on ${title}.`)
  // Some profiles have no handle, and keep the address that they have.
  return sending(hasHandle(address.url) ? prefix + address.name : address.url)
}

const hasHandle = (url: string) => !/\.com\/(?:channel|c|user)\//.test(url)

/** What stands in the field: the handle, or where there is none the address. */
export const typedOf = (url: string, { prefix }: Pick<AccountKind, 'prefix'>) =>
  prefix !== '' && url.startsWith(prefix) ? url.slice(prefix.length) : url

const sending = (account_url: string) => ({ sent: { account_url } })
const refused = (text: string) => ({ errors: { account_url: text } })
