import type { Deps } from '../../../env.ts'
import { newTotpSecret } from '../../../people/factors/totp.ts'
import {
  countDeskCodes,
  deleteDeskApp,
  renewDeskCodes,
  requireOwnDeskCode,
  startDeskApp,
} from './desk-codes.ts'
import type { DeskPerson } from './people.ts'

/** Returns the queries and actions of a person for their own second factor. */
export function accessActions(deps: Deps, { id: personId }: DeskPerson) {
  const { db, jobs, secrets } = deps
  return {
    codesLeft: () => countDeskCodes(db, personId),
    newSecret: newTotpSecret,
    /** Turns the app on and returns the recovery codes. Throws FieldError for a wrong code. */
    start: (secret: string, code: string) => startDeskApp(deps, personId, { secret, code }),
    /** Turns the app off. Throws FieldError for a wrong code. */
    async remove(sessionId: string, code: string): Promise<void> {
      await requireOwnDeskCode(deps, { personId, sessionId }, code)
      await db.transaction(async (tx) => {
        if (await deleteDeskApp(tx, personId))
          await jobs.add(tx, 'desk-factor-mail', { personId, about: 'off' })
      })
    },
    /** Returns new recovery codes. Throws FieldError for a wrong code. */
    async renewCodes(sessionId: string, code: string): Promise<string[]> {
      await requireOwnDeskCode(deps, { personId, sessionId }, code)
      return db.transaction(async (tx) => {
        await jobs.add(tx, 'desk-factor-mail', { personId, about: 'codes' })
        return renewDeskCodes(tx, secrets, personId)
      })
    },
  }
}
