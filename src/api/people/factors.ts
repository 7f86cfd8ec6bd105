import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { result } from '#contract/common.ts'
import { Factors, NewAuthenticator, Proof, RecoveryCodes } from '#contract/factors.ts'
import { http, parseAnswer } from '#http/client.ts'

const FACTORS = `${V2}/factors`
const AUTHENTICATOR = `${FACTORS}/authenticator`

/** Returns the second factors of the user. */
export const getFactors = async (options: Options = {}): Promise<Factors> =>
  (await parseAnswer(http.get(`${FACTORS}/`, options), result(Factors), options)).result

/** Returns the secret of a new authenticator app. Only this answer contains it. */
export async function addAuthenticator(
  password: string,
  options: Options = {},
): Promise<NewAuthenticator> {
  const call = http.post(`${AUTHENTICATOR}/`, { json: { password }, ...options })
  return (await parseAnswer(call, result(NewAuthenticator), options)).result
}

/** Turns the authenticator app on with its first code. Only this answer contains the codes. */
export async function confirmAuthenticator(
  code: string,
  options: Options = {},
): Promise<RecoveryCodes> {
  const call = http.post(`${AUTHENTICATOR}/confirm/`, { json: { code }, ...options })
  return (await parseAnswer(call, result(RecoveryCodes), options)).result
}

export const removeAuthenticator = async (
  password: string,
  options: Options = {},
): Promise<void> => {
  await http.delete(`${AUTHENTICATOR}/`, { json: { password }, ...options })
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(options: Options = {}): Promise<RecoveryCodes> {
  const call = http.post(`${FACTORS}/recovery-codes/`, options)
  return (await parseAnswer(call, result(RecoveryCodes), options)).result
}

/** Confirms the actions of this session with a code. */
export async function proveByCode(code: string, options: Options = {}): Promise<Proof> {
  const call = http.post(`${FACTORS}/proof/`, { json: { code }, ...options })
  return (await parseAnswer(call, result(Proof), options)).result
}
