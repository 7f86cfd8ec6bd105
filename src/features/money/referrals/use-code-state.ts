import * as v from 'valibot'
import { isCodeAvailable } from '#api/money/referrals.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { ReferralCode } from '#contract/money/referrals.ts'
import { useDebouncedValue } from '#ui/use-debounced.ts'

/** Whether a typed code is free. Empty while offline or loading. */
export type CodeState = { free?: string; problem?: string }

/** Asks the server after a pause in typing. The user's own code needs no request. */
export function useCodeState(typed: string, own: string): CodeState {
  const settled = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const parsed = v.safeParse(ReferralCode, settled)
  const codeToCheck = parsed.success && parsed.output !== own ? parsed.output : null
  const { value } = useAnswer(
    codeToCheck && `referral code ${codeToCheck}`,
    (options) => isCodeAvailable(codeToCheck ?? '', options),
    { isSecondary: true },
  )
  if (settled !== typed || settled === '') return {}
  if (!parsed.success) return { problem: parsed.issues[0].message }
  if (parsed.output === own) return { problem: 'This is your code now.' }
  if (value === undefined) return {}
  return value ? { free: parsed.output } : { problem: 'This code is taken. Try another.' }
}
