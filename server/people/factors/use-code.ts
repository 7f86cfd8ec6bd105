import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt, resetAttempts, type LimitKey } from '../../platform/http/throttle.ts'
import { useAppCode } from './authenticator.ts'
import { useRecoveryCode } from './recovery-codes.ts'

/** Text for a code that does not match, also for a code that was used before. */
const WRONG_CODE = 'This code is wrong or was used before. Wait for the next one.'
const MISSING_CODE = 'Enter the code from your authenticator app.'

/** Returns the code without spaces and dashes, in upper case. */
const readCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** Returns whether a code is one of an authenticator app. All others are recovery codes. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Returns the limits for the codes of one session of a user. */
export const ownCodeLimits = (user: { id: string; sessionId: string }) =>
  [
    { limit: 'ownCodesBySession', of: user.sessionId },
    { limit: 'ownCodesByAccount', of: user.id },
  ] as const satisfies LimitKey[]

/**
 * Uses a code of the authenticator app or a recovery code.
 *
 * @throws FieldError for a wrong code; ThrottledError after too many of them.
 */
export async function requireCode(
  deps: Deps,
  userId: string,
  typed: string,
  limits: readonly LimitKey[],
): Promise<void> {
  await requireRightCode(deps, typed, limits, (code) =>
    isAppCode(code) ? useAppCode(deps, userId, code) : useRecoveryCode(deps, userId, code),
  )
}

/** Counts the attempt before `isRight` checks the code, and resets the count if it is right. */
export async function requireRightCode(
  deps: Deps,
  typed: string,
  limits: readonly LimitKey[],
  isRight: (code: string) => Promise<boolean>,
): Promise<void> {
  const code = readCode(typed)
  if (code === '') throw new FieldError('code', MISSING_CODE)
  // In this order: an attempt that the first limit rejects does not count for the next.
  for (const limit of limits) await countAttempt(deps, limit)
  if (!(await isRight(code))) throw new FieldError('code', WRONG_CODE)
  await resetAttempts(deps, ...limits)
}
