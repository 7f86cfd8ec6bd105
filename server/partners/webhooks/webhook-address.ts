import type { Config } from '../../platform/config/config.ts'
import { addressCheck, parseForeignUrl } from '../../platform/fetcher/foreign-url.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Returns the address of a webhook without its fragment. Allows https, and http to this machine if
 * the installation may fetch from private addresses, as in development.
 *
 * @throws FieldError for any other address.
 */
export function readWebhookAddress(text: string, config: Config): string {
  if (!canParseUrl(text)) throw new FieldError('url', 'Enter an address that starts with https://.')
  const { protocol, hostname, username, password } = new URL(text)
  const isLocal = config.allowPrivateFetch && LOOPBACK.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new FieldError('url', 'Enter an address that starts with https://.')
  if (username || password)
    throw new FieldError('url', 'Remove the user name and the password from the address.')
  try {
    return parseForeignUrl(text, addressCheck(config)).href
  } catch {
    throw new FieldError('url', 'Enter an address on the public internet, on a port for websites.')
  }
}
