import { createHash } from 'node:crypto'
import { newSecret } from '../accounts/one-time-keys.ts'

const ACCESS_PREFIX = 'split-access_'
const ACCESS_TOKEN = new RegExp(`${ACCESS_PREFIX}[\\w-]{43}`)

/** Creates an access token. Its prefix lets scanners for leaked secrets recognize it. */
export const newAccessToken = (): string => `${ACCESS_PREFIX}${newSecret()}`

export const newRefreshToken = (): string => `split-refresh_${newSecret()}`

/** Returns whether a text has the form of an access token. */
export const isAccessToken = (text: string): boolean => text.startsWith(ACCESS_PREFIX)

/** Returns the first access token inside a text, for example in the query string of an address. */
export const findAccessToken = (text: string): string | undefined => ACCESS_TOKEN.exec(text)?.[0]

/** Returns the code challenge of a verifier with the method S256 (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
