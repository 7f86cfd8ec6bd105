import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import {
  Factors,
  NewAuthenticator,
  Proof,
  ProviderAddress,
  RecoveryCodes,
} from '#contract/people/factors.ts'
import {
  AddedPasskey,
  Passkey,
  PasskeyOptions,
  PasskeyProof,
  type NewPasskeyInput,
  type PasskeyAnswer,
} from '#contract/people/passkeys.ts'
import { http, parseResult } from '#http/client.ts'

const FACTORS = `${V2}/factors`
const PASSKEYS = `${FACTORS}/passkeys`
const AUTHENTICATOR = `${FACTORS}/authenticator`

/** Returns the second factors of the user. */
export const getFactors = (options: Options = {}): Promise<Factors> =>
  parseResult(http.get(`${FACTORS}/`, options), Factors, options)

/** Returns the secret of a new authenticator app. Only this answer contains it. */
export const addAuthenticator = (
  password: string,
  options: Options = {},
): Promise<NewAuthenticator> =>
  parseResult(
    http.post(`${AUTHENTICATOR}/`, { json: { password }, ...options }),
    NewAuthenticator,
    options,
  )

/** Turns the authenticator app on with its first code. Only this answer contains the codes. */
export const confirmAuthenticator = (code: string, options: Options = {}): Promise<RecoveryCodes> =>
  parseResult(
    http.post(`${AUTHENTICATOR}/confirm/`, { json: { code }, ...options }),
    RecoveryCodes,
    options,
  )

export const removeAuthenticator = async (
  password: string,
  options: Options = {},
): Promise<void> => {
  await http.delete(`${AUTHENTICATOR}/`, { json: { password }, ...options })
}

/** Replaces the recovery codes. */
export const renewRecoveryCodes = (options: Options = {}): Promise<RecoveryCodes> =>
  parseResult(http.post(`${FACTORS}/recovery-codes/`, options), RecoveryCodes, options)

/** Confirms the actions of this session with a code. */
export const proveByCode = (code: string, options: Options = {}): Promise<Proof> =>
  parseResult(http.post(`${FACTORS}/proof/`, { json: { code }, ...options }), Proof, options)

/** Stops the removal of the second factors that someone asked for. */
export const undoRecovery = async (options: Options = {}): Promise<void> => {
  await http.delete(`${FACTORS}/recovery/`, options)
}

/** Returns what the browser needs to create a passkey. */
export const startPasskey = (password: string, options: Options = {}) =>
  parseResult(
    http.post(`${PASSKEYS}/options/`, { json: { password }, ...options }),
    PasskeyOptions,
    options,
  )

/** Adds a passkey. Only this answer contains the recovery codes. */
export const addPasskey = (answer: NewPasskeyInput, options: Options = {}): Promise<AddedPasskey> =>
  parseResult(http.post(`${PASSKEYS}/`, { json: { answer }, ...options }), AddedPasskey, options)

export const renamePasskey = (id: string, name: string, options: Options = {}): Promise<Passkey> =>
  parseResult(http.patch(`${PASSKEYS}/${id}/`, { json: { name }, ...options }), Passkey, options)

export const removePasskey = async (
  id: string,
  password: string,
  options: Options = {},
): Promise<void> => {
  await http.delete(`${PASSKEYS}/${id}/`, { json: { password }, ...options })
}

/** Returns what the browser needs to confirm the actions of this session. */
export const startPasskeyProof = (options: Options = {}) =>
  parseResult(http.post(`${FACTORS}/proof/passkey/options/`, options), PasskeyOptions, options)

/** Confirms the actions of this session with a passkey. */
export const proveByPasskey = (
  answer: PasskeyAnswer,
  options: Options = {},
): Promise<PasskeyProof> =>
  parseResult(
    http.post(`${FACTORS}/proof/passkey/`, { json: { answer }, ...options }),
    PasskeyProof,
    options,
  )

/** Returns the address at the OpenID Connect provider that connects an account there. */
export async function startIdentity(
  password: string,
  back: string,
  options: Options = {},
): Promise<string> {
  const call = http.post(`${FACTORS}/identity/`, { json: { password, back }, ...options })
  return (await parseResult(call, ProviderAddress, options)).url
}

/** Disconnects the account at the OpenID Connect provider. */
export const removeIdentity = async (password: string, options: Options = {}): Promise<void> => {
  await http.delete(`${FACTORS}/identity/`, { json: { password }, ...options })
}

/** Returns the address at the OpenID Connect provider that confirms the actions of this session. */
export async function startProviderProof(back: string, options: Options = {}): Promise<string> {
  const call = http.post(`${FACTORS}/proof/identity/`, { json: { back }, ...options })
  return (await parseResult(call, ProviderAddress, options)).url
}
