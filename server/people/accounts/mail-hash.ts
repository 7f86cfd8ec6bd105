import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../platform/http/signed-cookies.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Keys = Pick<Secrets, 'signing'>

const keyedHash = ({ signing }: Keys, use: string, text: string) =>
  createHmac('sha256', signing).update(`${use}:${text}`).digest('base64url')

/** Returns a keyed hash that identifies an address without storing it. */
export const mailHash = (keys: Keys, email: string): string =>
  keyedHash(keys, 'referral-mail', email)

/** Returns the signed token of a mail's unsubscribe link. */
export const blockToken = (keys: Keys, hash: string): string =>
  `${hash}.${keyedHash(keys, 'referral-block', hash)}`

/** Returns the hash in a token, or undefined if this server did not sign it. */
export function readBlockToken(keys: Keys, token: string): string | undefined {
  const [hash = ''] = token.split('.')
  return isEqualInConstantTime(token, blockToken(keys, hash)) ? hash : undefined
}
