import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { APP_NAME } from '#contract/app-constants.ts'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Deps } from '../../../env.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { CHALLENGE_MS, storeChallenge, takeChallenge, type ChallengeUse } from './challenges.ts'

/*
 * Challenges and their answers, independent of the table that stores the passkeys. The library is
 * loaded with the first one.
 */

type CeremonyDeps = Pick<Deps, 'config' | 'db' | 'log'>

/** Part of a passkey that the server stores. */
export type Credential = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}
type Known = Pick<Credential, 'credentialId' | 'transports'>

const loadLibrary = () => import('@simplewebauthn/server')

/** Algorithms that devices may use: Ed25519, ECDSA with P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257]

/** Returns the name under which devices store passkeys: the host of the app. */
const relyingParty = ({ config }: Pick<Deps, 'config'>) => new URL(config.appOrigin).hostname

const toDescriptor = ({ credentialId: id, transports }: Known) => ({ id, transports })

/** Returns the options for a new passkey. `known` are passkeys that the person already has. */
export async function startAdding(
  deps: CeremonyDeps,
  use: ChallengeUse,
  person: { id: string; name: string; known: Known[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: APP_NAME,
    rpID: relyingParty(deps),
    userID: new TextEncoder().encode(person.id),
    userName: person.name,
    userDisplayName: person.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: person.known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await storeChallenge(deps.db, options.challenge, use)
  return options
}

/**
 * Checks the answer of a new passkey.
 *
 * @throws FieldError
 */
export async function finishAdding(
  deps: CeremonyDeps,
  use: ChallengeUse,
  answer: NewPasskeyAnswer,
): Promise<Credential> {
  const expectedChallenge = await spendChallenge(deps, use, answer)
  const { verifyRegistrationResponse } = await loadLibrary()
  const { response } = answer
  const { registrationInfo } = await checked(deps, () =>
    verifyRegistrationResponse({
      response: {
        ...answer,
        response: { ...response, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge,
      ...expectedOf(deps),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw refusal()
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.transports,
  }
}

/** Returns what the answers of all devices must match. */
const expectedOf = (deps: CeremonyDeps) => ({
  expectedOrigin: deps.config.appOrigin,
  expectedRPID: relyingParty(deps),
  requireUserVerification: true,
})

/** Returns the options for a signature. Without `known`, the device offers all passkeys of this host. */
export async function startUsing(
  deps: CeremonyDeps,
  use: ChallengeUse,
  known: Known[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: known.map(toDescriptor),
  })
  await storeChallenge(deps.db, options.challenge, use)
  return options
}

/**
 * Checks a signature and returns the counter of the device. The caller must refuse a counter that is
 * not later than the stored one, unless both are 0.
 *
 * @throws FieldError
 */
export async function finishUsing(
  deps: CeremonyDeps,
  use: ChallengeUse,
  answer: PasskeyAnswer,
  credential: Credential,
): Promise<number> {
  const expectedChallenge = await spendChallenge(deps, use, answer)
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { userHandle, ...response } = answer.response
  const { verified, authenticationInfo } = await checked(deps, () =>
    verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge,
      ...expectedOf(deps),
      credential: {
        id: credential.credentialId,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        // The library compares counters before signatures. Only a right signature may tell that a
        // passkey was copied, so the caller compares them.
        counter: 0,
      },
    }),
  )
  if (!verified) throw refusal()
  return authenticationInfo.newCounter
}

/** Uses the challenge that the device has signed, and returns it. Each try needs a new one. */
async function spendChallenge(
  { db }: CeremonyDeps,
  use: ChallengeUse,
  { response }: NewPasskeyAnswer | PasskeyAnswer,
): Promise<string> {
  const challenge = challengeOf(response.clientDataJSON)
  if (challenge === undefined) throw refusal()
  if (!(await takeChallenge(db, challenge, use)))
    throw new FieldError('non_field_errors', 'This took too long or was sent twice. Try again.')
  return challenge
}

function challengeOf(clientData: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    const { challenge } = read as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Runs a check of the library, whose errors say what is wrong with the answer. */
async function checked<T>({ log }: CeremonyDeps, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    log.info('passkey refused', { reason: error instanceof Error ? error.message : String(error) })
    throw refusal()
  }
}

/** Returns the error for a passkey that is not accepted. It does not tell why. */
export const refusal = () =>
  new FieldError(
    'non_field_errors',
    'This passkey was not accepted. Try again, or use another way.',
  )
