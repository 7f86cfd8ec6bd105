import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { Config } from '../../platform/config/config.ts'
import { FieldError } from '../../platform/http/errors.ts'

/**
 * Maximum length of a domain. DNS allows 253 characters, and the name of the TXT record has seven
 * more.
 */
const MAX_LENGTH = 246
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Top-level names with a meaning only on one machine or network (RFC 6761, 6762, 7686, 8375). */
const LOCAL = new Set(['localhost', 'local', 'internal', 'arpa', 'onion', 'invalid', 'alt'])

/**
 * Returns the normalized domain. Throws a FieldError if the text is not a domain that one user can
 * own.
 */
export function readDomain(
  typed: string,
  config: Pick<Config, 'appOrigin' | 'shortLinkHost'>,
): string {
  const fault = faultOfText(typed)
  const domain = fault === undefined ? toDomain(typed) : ''
  const found = fault ?? faultOfName(domain) ?? faultOfOwn(domain, config)
  if (found !== undefined) throw new FieldError('domain', found)
  return domain
}

/**
 * Returns the one spelling of a host name: lower case, ASCII, without a final dot; '' for anything
 * else, such as a name with a path.
 */
export const toDomain = (name: string) =>
  /[/\\?#@]/.test(name) ? '' : domainToASCII(name.trim().replace(/\.$/, '')).toLowerCase()

function faultOfText(typed: string): string | undefined {
  if (typed === '') return 'Enter a domain, like links.ana.example.'
  if (/[/?#\\@]/.test(typed)) return 'Enter only the domain name, like links.ana.example.'
  if (typed.includes('*')) return 'Wildcards are not supported. Add each domain separately.'
  if (isIP(typed.replace(/^\[|\]$/g, '')) !== 0) return IP_ADDRESS_ERROR
  return typed.includes(':') ? 'Leave out the port.' : undefined
}

const IP_ADDRESS_ERROR = 'Enter a domain name, not an IP address.'

function faultOfName(domain: string): string | undefined {
  if (isIP(domain) !== 0) return IP_ADDRESS_ERROR
  const labels = domain.split('.')
  if (domain.length > MAX_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return 'This is not a domain name. Enter one like links.ana.example.'
  }
  if (labels.length === 1 || LOCAL.has(labels.at(-1) ?? '')) {
    return 'This is not a public domain. Enter one like links.ana.example.'
  }
  const isPublic = registrableDomain(domain) === null
  return isPublic
    ? `Many people share ${domain}. Enter your own domain below it, like ana.${domain}.`
    : undefined
}

/** Returns the registrable domain below a public suffix; null for a public suffix itself. */
const registrableDomain = (domain: string) => parse(domain, { allowPrivateDomains: true }).domain

/** Returns the registered domain, whose DNS zone contains the records of its subdomains. */
export const zoneOf = (domain: string) => registrableDomain(domain) ?? domain

function faultOfOwn(
  domain: string,
  { appOrigin, shortLinkHost }: Pick<Config, 'appOrigin' | 'shortLinkHost'>,
): string | undefined {
  const own = [appOrigin, shortLinkHost].map((url) => toDomain(new URL(url).hostname))
  const isOwn = own.some((host) => domain === host || domain.endsWith(`.${host}`))
  return isOwn ? 'This domain belongs to this site. Enter a domain that you own.' : undefined
}
