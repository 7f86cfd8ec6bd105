import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { result } from '#contract/common.ts'
import {
  Factors,
  NewAuthenticator,
  Proof,
  ProviderAddress,
  RecoveryCodes,
} from '#contract/factors.ts'
import {
  AddedPasskey,
  Passkey,
  PasskeyOptions,
  PasskeyProof,
  type NewPasskeyInput,
  type PasskeyAnswer,
} from '#contract/people/passkeys.ts'
import { http, parseAnswer } from '#http/client.ts'

const FACTORS = `${V2}/factors`
const PASSKEYS = `${FACTORS}/passkeys`
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

/** Stops the removal of the second factors that someone asked for. */
export const undoRecovery = async (options: Options = {}): Promise<void> => {
  await http.delete(`${FACTORS}/recovery/`, options)
}

/** Returns what the browser needs to create a passkey. */
export const startPasskey = async (password: string, options: Options = {}) => {
  const call = http.post(`${PASSKEYS}/options/`, { json: { password }, ...options })
  return (await parseAnswer(call, result(PasskeyOptions), options)).result
}

/** Adds a passkey. Only this answer contains the recovery codes. */
export async function addPasskey(
  answer: NewPasskeyInput,
  options: Options = {},
): Promise<AddedPasskey> {
  const call = http.post(`${PASSKEYS}/`, { json: { answer }, ...options })
  return (await parseAnswer(call, result(AddedPasskey), options)).result
}

export async function renamePasskey(
  id: string,
  name: string,
  options: Options = {},
): Promise<Passkey> {
  const call = http.patch(`${PASSKEYS}/${id}/`, { json: { name }, ...options })
  return (await parseAnswer(call, result(Passkey), options)).result
}

export const removePasskey = async (
  id: string,
  password: string,
  options: Options = {},
): Promise<void> => {
  await http.delete(`${PASSKEYS}/${id}/`, { json: { password }, ...options })
}

/** Returns what the browser needs to confirm the actions of this session. */
export const startPasskeyProof = async (options: Options = {}) => {
  const call = http.post(`${FACTORS}/proof/passkey/options/`, options)
  return (await parseAnswer(call, result(PasskeyOptions), options)).result
}

/** Confirms the actions of this session with a passkey. */
export async function proveByPasskey(
  answer: PasskeyAnswer,
  options: Options = {},
): Promise<PasskeyProof> {
  const call = http.post(`${FACTORS}/proof/passkey/`, { json: { answer }, ...options })
  return (await parseAnswer(call, result(PasskeyProof), options)).result
}

/** Returns the address at the OpenID Connect provider that connects an account there. */
export async function startIdentity(
  password: string,
  back: string,
  options: Options = {},
): Promise<string> {
  const call = http.post(`${FACTORS}/identity/`, { json: { password, back }, ...options })
  return (await parseAnswer(call, result(ProviderAddress), options)).result.url
}

/** Disconnects the account at the OpenID Connect provider. */
export const removeIdentity = async (password: string, options: Options = {}): Promise<void> => {
  await http.delete(`${FACTORS}/identity/`, { json: { password }, ...options })
}

/** Returns the address at the OpenID Connect provider that confirms the actions of this session. */
export async function startProviderProof(back: string, options: Options = {}): Promise<string> {
  const call = http.post(`${FACTORS}/proof/identity/`, { json: { back }, ...options })
  return (await parseAnswer(call, result(ProviderAddress), options)).result.url
}
