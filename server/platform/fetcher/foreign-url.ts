import { isPublicAddress, type IsAllowed } from './address-guard.ts'
import type { Config } from '../config/config.ts'
import { FetchFailure } from './fetch-failure.ts'
import { isAllowedPort } from './fetch-ports.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Returns the check of addresses that this installation may fetch from on behalf of users. */
export const addressCheck = ({ allowPrivateFetch }: Config): IsAllowed =>
  allowPrivateFetch ? () => true : isPublicAddress

/**
 * Parses a URL that a user provided and checks all that is possible without a DNS lookup. The URL
 * parser has already converted `0x7f.1`, `0177.0.0.1` and `2130706433` to `127.0.0.1`.
 */
export function parseForeignUrl(text: string, isAllowed: IsAllowed): URL {
  if (!canParseUrl(text)) throw new FetchFailure('blocked')
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || !isAllowedPort(url.port)) throw new FetchFailure('blocked')
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLiteral = url.hostname.startsWith('[') || /^[\d.]+$/.test(literal)
  if (isLiteral && !isAllowed(literal)) throw new FetchFailure('blocked')
  return url
}
