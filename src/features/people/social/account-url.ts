import type { FormResult } from '#app/form/form-errors.ts'
import { readSocialAddress } from '#contract/social/social-addresses.ts'
import { SOCIAL_TYPES, type SocialType } from '#contract/social/social-links.ts'

export type AccountKind = {
  type: SocialType
  /** Name used in texts, such as "Instagram" or "link". */
  title: string
  /** Text before a handle. Empty for other addresses. */
  prefix: string
}

/** Returns whether the text is a whole address, which is shown without the prefix. */
export const isAddress = (typed: string) => /^\s*[a-z][a-z0-9+.-]*:|\//i.test(typed)

/**
 * Converts the typed text to an address: prefix and handle, or the address as typed. A whole
 * address or an `@` does not get a second prefix.
 */
export function readAccount(kind: AccountKind, typed: string): FormResult<{ account_url: string }> {
  if (kind.type === SOCIAL_TYPES.other)
    return typed.trim() === '' ? refused('Paste a URL.') : sending(typed)
  if (isAddress(typed)) return readPasted(kind, typed)
  const handle = typed.trim().replace(/^@+/, '')
  return handle === '' ? refused('Type your handle.') : sending(kind.prefix + handle)
}

function readPasted({ type, title, prefix }: AccountKind, typed: string) {
  const { address, problem: fault } = readSocialAddress(typed)
  if (!address) return refused(fault)
  if (address.type !== type) return refused(`This is not the address of a profile on ${title}.`)
  // Some profiles have no handle. Keep their address.
  return sending(hasHandle(address.url) ? prefix + address.name : address.url)
}

const hasHandle = (url: string) => !/\.com\/(?:channel|c|user)\//.test(url)

/** Returns the text for the field: the handle, or the address if there is none. */
export const fieldText = (url: string, { prefix }: Pick<AccountKind, 'prefix'>) =>
  prefix !== '' && url.startsWith(prefix) ? url.slice(prefix.length) : url

const sending = (account_url: string) => ({ sent: { account_url } })
const refused = (text: string) => ({ errors: { account_url: text } })
