import { createHmac } from 'node:crypto'
import { same } from '../../platform/http/signed-cookies.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Keys = Pick<Secrets, 'signing'>

const keyed = ({ signing }: Keys, use: string, text: string) =>
  createHmac('sha256', signing).update(`${use}:${text}`).digest('base64url')

/** By which an address is known without being kept. */
export const mailHash = (keys: Keys, email: string): string => keyed(keys, 'referral-mail', email)

/** What a mail's own link carries to say that no more is wanted; nobody else can make it. */
export const blockToken = (keys: Keys, hash: string): string =>
  `${hash}.${keyed(keys, 'referral-block', hash)}`

/** The hash in it; undefined for a token that we did not make. */
export function hashOfToken(keys: Keys, token: string): string | undefined {
  const [hash = ''] = token.split('.')
  return same(token, blockToken(keys, hash)) ? hash : undefined
}
