import { NETWORKS, type SocialNetwork } from './social-networks.ts'
import { SOCIAL_TYPES, type SocialType } from './social-links.ts'

/** Whose an address is: a handle of a network, or a page anywhere else. */
export type SocialAddress = { type: SocialType; name: string; url: string }
/** One of the two: what was read, or why it is refused. */
export type SocialReading =
  | { address: SocialAddress; fault?: never }
  | { address?: never; fault: string }

export const NO_ADDRESS = 'This address doesn’t work. Start with https://'
const CREDENTIALS = 'Take the user name and password out of this address.'

/**
 * Type and name of an address as people paste it (D-32): with `www.` or `m.`, http, a query, an app's
 * tracking, a slash at the end, or a prefix that was put before a whole address.
 */
export function readSocialAddress(typed: string): SocialReading {
  const text = withScheme(typed.trim().replace(DOUBLED, ''))
  const url = parse(text)
  if (!url) return { fault: NO_ADDRESS }
  if (url.username !== '' || url.password !== '') return { fault: CREDENTIALS }
  const network = NETWORKS.find(({ host }) => host === knownHost(url))
  return network ? readProfile(network, url, text) : { address: other(url, text) }
}

const KNOWN = String.raw`(?:www\.|m\.)?(?:instagram|tiktok|youtube)\.com`
/** Prefixes before an address of a network that is whole by itself. */
const DOUBLED = new RegExp(
  String.raw`^(?:(?:https?://)?${KNOWN}/@*(?=(?:https?://)?${KNOWN}/))+`,
  'i',
)
const KNOWN_WITHOUT_SCHEME = new RegExp(String.raw`^${KNOWN}(?:[/?#]|$)`, 'i')

const withScheme = (text: string) => (KNOWN_WITHOUT_SCHEME.test(text) ? `https://${text}` : text)

/** A browser forgives spaces, backslashes and invisible characters, and people read another address. */
function parse(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{C}]/u.test(text)) return null
  try {
    const url = new URL(text)
    return /[^.]\.[^.]/.test(url.hostname) ? url : null
  } catch {
    return null
  }
}

const knownHost = ({ host }: URL) => host.replace(/\.$/, '').replace(/^(?:www|m)\./, '')

function readProfile(network: SocialNetwork, url: URL, text: string): SocialReading {
  const [first = '', second] = url.pathname.split('/').filter(Boolean).map(decoded)
  if (network.before.has(first)) return readNamed(network, first, second)
  if (network.pages.has(first.toLowerCase())) {
    const leadsSomewhere = second !== undefined || url.search !== ''
    return leadsSomewhere ? { address: other(url, text) } : { fault: network.rule }
  }
  const name = withoutAt(first)
  if (name === '') return { fault: `Add your ${network.title} handle.` }
  if (!network.handle.test(name)) return { fault: network.rule }
  return { address: { type: network.type, name, url: network.urlPrefix + name } }
}

/** `/channel/…` and the like hold no handle, so they stay as they are. */
function readNamed(network: SocialNetwork, kind: string, part: string | undefined): SocialReading {
  const name = withoutAt(part ?? '')
  if (!/^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name)) return { fault: network.rule }
  const url = `https://www.${network.host}/${kind}/${name}`
  return { address: { type: network.type, name, url } }
}

const other = (url: URL, text: string): SocialAddress => ({
  type: SOCIAL_TYPES.other,
  name: url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, ''),
  url: text,
})

const withoutAt = (name: string) => name.replace(/^@+/, '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
