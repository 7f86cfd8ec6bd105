import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { addPasskey, proveByPasskey, startPasskey, startPasskeyProof } from '#api/people/factors.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { dayText } from '#app/problems/times.ts'
import type { AddedPasskey, Passkey, PasskeyProof } from '#contract/people/passkeys.ts'
import { quiet } from '#http/client.ts'
import { ApiError } from '#http/error.ts'
import type * as library from '../passkeys/browser.ts'

/** Returns whether this browser knows passkeys. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window

/** Start of the value that replaces a password after a confirmation by passkey. */
const PROOF_PREFIX = 'passkey:'
export const isPasskeyProof = (password: unknown): boolean =>
  typeof password === 'string' && password.startsWith(PROOF_PREFIX)

/** Creates a passkey on this device, or on one that the browser offers, and adds it. */
export async function createPasskey(password: string): Promise<AddedPasskey> {
  const options = await startPasskey(password, quiet)
  const answer = await inBrowser(({ startRegistration }) =>
    // The server has written these options for this call.
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  )
  return addPasskey(answer, quiet)
}

/** Asks for a passkey and confirms the actions of this session with it. */
export async function confirmByPasskey(): Promise<PasskeyProof> {
  const options = await startPasskeyProof(quiet)
  const answer = await inBrowser(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options }),
  )
  return proveByPasskey(answer, quiet)
}

type Library = typeof library

/** Runs a call of the library. Its errors become messages like those of the server. */
async function inBrowser<T>(call: (library: Library) => Promise<T>): Promise<T> {
  const loaded = await import('../passkeys/browser.ts')
  try {
    return await call(loaded)
  } catch (error) {
    const text = (error instanceof Error && TEXTS[error.name]) || OTHER_TEXT
    throw new ApiError(400, { data: { errors: { [WHOLE_FORM]: [text] } } }, { cause: error })
  }
}

const NOT_USED = 'No passkey was used. Try again.'
const TEXTS: Record<string, string> = {
  NotAllowedError: NOT_USED,
  AbortError: NOT_USED,
  InvalidStateError: 'This device already has a passkey for your account.',
}
const OTHER_TEXT = 'This browser couldn’t use a passkey here. Try another browser or device.'

/** Returns when a passkey was added and last used, as in "Added Mar 3, used today". */
export function datesText({ added_at, last_used_at: used }: Passkey): string {
  const added = `Added ${dayText(Date.parse(added_at))}`
  if (used === null) return `${added}, not used yet`
  const isToday = new Date(used).toDateString() === new Date().toDateString()
  return `${added}, used ${isToday ? 'today' : dayText(Date.parse(used))}`
}
