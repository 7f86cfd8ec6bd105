import { NETWORKS, type SocialNetwork } from './social-networks.ts'
import { SOCIAL_TYPES, type SocialType } from './social-links.ts'

/** Profile of a network with its handle, or any other web page. */
export type SocialAddress = { type: SocialType; name: string; url: string }
/** Result of reading an address: the address, or the reason why it is refused. */
export type SocialReading =
  | { address: SocialAddress; fault?: never }
  | { address?: never; fault: string }

export const NO_ADDRESS = 'This address doesn’t work. Start with https://'
const CREDENTIALS = 'Take the user name and password out of this address.'

/**
 * Returns type and name of a pasted address (D-32). Accepts `www.` or `m.`, http, a query, tracking
 * parameters, a final slash, and a prefix in front of a complete address.
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
/** Prefixes in front of an address of a network that is already complete. */
const DOUBLED = new RegExp(
  String.raw`^(?:(?:https?://)?${KNOWN}/@*(?=(?:https?://)?${KNOWN}/))+`,
  'i',
)
const KNOWN_WITHOUT_SCHEME = new RegExp(String.raw`^${KNOWN}(?:[/?#]|$)`, 'i')

const withScheme = (text: string) => (KNOWN_WITHOUT_SCHEME.test(text) ? `https://${text}` : text)

/**
 * Refuses spaces, backslashes and invisible characters: browsers ignore them, but people then read
 * another address.
 */
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

/** `/channel/…` and similar paths contain no handle, so the address is kept. */
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
