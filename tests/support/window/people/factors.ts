import type { Factors } from '#contract/people/factors.ts'
import { AccountScreen } from '#features/people/account/account-screen.tsx'
import { screen } from '../on-screen.ts'
import { renderAt } from '../render-at.tsx'

const PATH = '/settings/accountinfo'
export const FACTORS_CALL = 'GET /v2/my/factors/'
export const RECOVERY_CODES = ['ABCDE-23456', 'FGHJK-78923']

/** Factors of a user who signs in with the password only. */
export const NO_FACTORS: Factors = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  recovery: null,
}

/** Returns the answers of the screen for a user with these factors. */
export const factorCalls = (factors: Factors) => ({
  'GET /v2/my/sessions/': { results: [] },
  [FACTORS_CALL]: { result: factors },
})

export const showAccount = () => renderAt(PATH, PATH, AccountScreen)

export const buttonRow = (name: RegExp) => screen.findByRole('button', { name })
