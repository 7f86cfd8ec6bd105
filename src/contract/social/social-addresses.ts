import { shownHost, withoutFinalDot } from '../text/hosts.ts'
import { NETWORKS, type SocialNetwork } from './social-networks.ts'
import { SOCIAL_TYPES, type SocialType } from './social-links.ts'

/** Profile of a network with its handle, or any other web page. */
export type SocialAddress = { type: SocialType; name: string; url: string }
/** Result of reading an address: the address, or the reason why it is refused. */
export type SocialAddressResult =
  | { address: SocialAddress; problem?: never }
  | { address?: never; problem: string }

export const NO_ADDRESS = 'This address doesn’t work. Start with https://'
const CREDENTIALS = 'Remove the user name and password from this address.'

/**
 * Returns type and name of a pasted address (D-32). Accepts `www.` or `m.`, http, a query, tracking
 * parameters, a final slash, and a prefix in front of a complete address.
 */
export function readSocialAddress(typed: string): SocialAddressResult {
  const text = withScheme(typed.trim().replace(DOUBLE_PREFIX, ''))
  const url = parse(text)
  if (!url) return { problem: NO_ADDRESS }
  if (url.username !== '' || url.password !== '') return { problem: CREDENTIALS }
  const network = NETWORKS.find(({ host }) => host === bareHost(url))
  return network ? readProfile(network, url, text) : { address: otherAddress(url, text) }
}

const KNOWN_HOSTS = String.raw`(?:www\.|m\.)?(?:instagram|tiktok|youtube)\.com`
/** Prefixes in front of an address of a network that is already complete. */
const DOUBLE_PREFIX = new RegExp(
  String.raw`^(?:(?:https?://)?${KNOWN_HOSTS}/@*(?=(?:https?://)?${KNOWN_HOSTS}/))+`,
  'i',
)
const KNOWN_WITHOUT_SCHEME = new RegExp(String.raw`^${KNOWN_HOSTS}(?:[/?#]|$)`, 'i')

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

const bareHost = ({ host }: URL) => withoutFinalDot(host).replace(/^(?:www|m)\./, '')

function readProfile(network: SocialNetwork, url: URL, text: string): SocialAddressResult {
  const [first = '', second] = url.pathname.split('/').filter(Boolean).map(decodePart)
  if (network.profileSegments.has(first)) return readNamedProfile(network, first, second)
  if (network.reservedSegments.has(first.toLowerCase())) {
    const leadsSomewhere = second !== undefined || url.search !== ''
    return leadsSomewhere ? { address: otherAddress(url, text) } : { problem: network.handleHelp }
  }
  const name = withoutAt(first)
  if (name === '') return { problem: `Add your ${network.title} handle.` }
  if (!network.handle.test(name)) return { problem: network.handleHelp }
  return { address: { type: network.type, name, url: network.urlPrefix + name } }
}

/** `/channel/…` and similar paths contain no handle, so the address is kept. */
function readNamedProfile(
  network: SocialNetwork,
  kind: string,
  part: string | undefined,
): SocialAddressResult {
  const name = withoutAt(part ?? '')
  if (!/^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name)) return { problem: network.handleHelp }
  const url = `https://www.${network.host}/${kind}/${name}`
  return { address: { type: network.type, name, url } }
}

const otherAddress = (url: URL, text: string): SocialAddress => ({
  type: SOCIAL_TYPES.other,
  name:
    shownHost(withoutFinalDot(url.host).replace(/^www\./, '')) + url.pathname.replace(/\/$/, ''),
  url: text,
})

const withoutAt = (name: string) => name.replace(/^@+/, '')

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
