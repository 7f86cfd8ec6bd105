import { Secret, TOTP } from 'otpauth'
import { APP_NAME } from '#contract/app-constants.ts'

const STEP_SECONDS = 30
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1
const SECRET_BYTES = 20

const createTotp = (secret: Secret, label = '') =>
  new TOTP({
    issuer: APP_NAME,
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })

/** Returns a new secret for an authenticator app in Base32 (RFC 6238). */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns whether a text of a form is a secret as `newTotpSecret` creates it. */
export const isTotpSecret = (text: string | undefined): text is string =>
  /^[A-Z2-7]{32}$/.test(text ?? '')

/** Returns the address for the QR code of a secret: `otpauth://totp/…`. */
export const totpUri = (secret: string, label: string): string =>
  createTotp(Secret.fromBase32(secret), label).toString()

/**
 * Returns the number of the 30-second step to which the code belongs, or undefined for a wrong
 * code. Accept a code only if its step is later than the last one used.
 */
export function stepOfCode(secret: string, code: string): number | undefined {
  const now = Date.now()
  const totp = createTotp(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}
