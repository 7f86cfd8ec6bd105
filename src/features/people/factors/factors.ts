import { getFactors } from '#api/people/factors.ts'
import { useAnswer } from '#app/query/use-answer.ts'

/** Reads the second factors of the user. The answer contains no secrets, so a copy may stay on the device. */
export const useFactors = () =>
  useAnswer('sign-in factors', getFactors, { copy: true, isSecondary: true })

/** Dialogs of the second factors, by their name in the address. */
export type FactorDialog = 'authenticator' | 'recovery-codes' | 'add-passkey' | 'identity'
