import type { Deps } from '../../../env.ts'
import { refusal } from '../../../people/factors/passkeys/ceremonies.ts'
import {
  ownPasskeys,
  requireWorkProof,
  requireWorkSignature,
  secondStepUse,
  startWorkSignature,
  type OwnPasskeys,
  type WorkPasskeys,
} from '../../../people/factors/passkeys/work-passkeys.ts'
import { ownCodeLimits } from '../../../people/factors/use-code.ts'
import type { Place } from '../../../people/accounts/sign-in-place.ts'
import { deskPasskeys } from '../../../platform/db/schema.ts'
import { countAttempt } from '../../../platform/http/throttle.ts'
import { proveSession } from '../desk-sessions.ts'
import { signInLimits } from './desk-codes.ts'
import { updateCodes } from './desk-factors.ts'
import { hasFactor, type DeskPerson } from './people.ts'

const DESK: WorkPasskeys = {
  table: deskPasskeys,
  challengeOwner: (personId) => `desk ${personId}`,
  notify: ({ jobs }, tx, { ownerId: personId, name, about }) =>
    jobs.add(tx, 'desk-passkey-mail', { personId, name, about }),
}

type Session = {
  sessionId: string
  isProven: boolean
  /** Receives the name of a passkey that was added or removed, for the log of the desk. */
  onChange: (name: string) => void
}

/** Returns the passkeys of a person of a brand who is signed in. */
export const passkeysOfPerson = (
  deps: Deps,
  brandName: string,
  person: DeskPerson,
  { sessionId, isProven, onChange }: Session,
): OwnPasskeys =>
  ownPasskeys(DESK, deps, {
    owner: { ownerId: person.id, sessionId },
    // A person of several brands has passkeys for each of them.
    deviceName: `${person.email} (${brandName})`,
    // Several people may use a link without a name.
    isAllowed: person.email !== '',
    canAdd: isProven || !hasFactor(person),
    transact: (about, name, work) =>
      deps.db.transaction(async (tx) => {
        await work(tx)
        onChange(name)
        // The device has just checked the person.
        if (about === 'added') await proveSession(tx, sessionId)
        return updateCodes(tx, deps.secrets, person.id)
      }),
  })

/** Returns the options with which a person completes a sign-in after the link or the provider. */
export async function startDeskSignature(deps: Deps, personId: string, { client, browser }: Place) {
  if (browser === undefined) throw refusal()
  await countAttempt(deps, { limit: 'passkeyChallengesByAddress', of: client })
  return startWorkSignature(DESK, deps, personId, secondStepUse(DESK, personId, browser))
}

/**
 * Uses a passkey at the sign-in.
 *
 * @throws FieldError for a wrong answer; ThrottledError after five of them.
 */
export async function requireDeskSignature(
  deps: Deps,
  personId: string,
  { typed, browser }: { typed: string; browser: string | undefined },
): Promise<void> {
  if (browser === undefined) throw refusal()
  await requireWorkSignature(DESK, deps, secondStepUse(DESK, personId, browser), {
    ownerId: personId,
    typed,
    limits: signInLimits(personId),
  })
}

/**
 * Uses a passkey of somebody who is signed in.
 *
 * @throws FieldError for a wrong answer; ThrottledError after five of them in a session.
 */
export const requireOwnDeskSignature = (
  deps: Deps,
  { personId, sessionId }: { personId: string; sessionId: string },
  typed: string,
): Promise<void> =>
  requireWorkProof(
    DESK,
    deps,
    { ownerId: personId, sessionId },
    { typed, limits: ownCodeLimits({ id: `desk ${personId}`, sessionId }) },
  )
