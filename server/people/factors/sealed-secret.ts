import type { Deps } from '../../env.ts'
import { decryptToken } from '../../platform/secrets/token-cipher.ts'
import { stepOfCode } from './totp.ts'

/** Returns the step of a code of an encrypted secret, or undefined for a wrong code or secret. */
export function stepOfSealed(
  { tokens }: Pick<Deps['secrets'], 'tokens'>,
  { sealed, context }: { sealed: string; context: string },
  code: string,
): number | undefined {
  const secret = decryptToken(tokens, sealed, context)
  return secret === null ? undefined : stepOfCode(secret, code)
}
