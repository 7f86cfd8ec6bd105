import { HTTPException } from 'hono/http-exception'
import type { Deps } from '../../../env.ts'
import type { BrandRow } from '../../../links/brands/organizations.ts'
import { newTotpSecret } from '../../../people/factors/totp.ts'
import { proveSession } from '../desk-sessions.ts'
import { countDeskCodes, deleteDeskApp, renewDeskCodes, startDeskApp } from './desk-codes.ts'
import { updateCodes } from './desk-factors.ts'
import { passkeysOfPerson } from './desk-passkeys.ts'
import { hasFactor, type DeskPerson } from './people.ts'

/** Returns the queries and actions of a person for their own second factors. */
export function accessActions(deps: Deps, brand: BrandRow, person: DeskPerson) {
  const { id: personId } = person
  const { db, jobs, secrets } = deps
  return {
    codesLeft: () => countDeskCodes(db, personId),
    passkeys: (session: Parameters<typeof passkeysOfPerson>[3]) =>
      passkeysOfPerson(deps, brand.name, person, session),
    newSecret: newTotpSecret,
    /**
     * Turns the app on and returns new recovery codes, if there are any. The code also confirms what
     * this session does next. Throws FieldError for a wrong code.
     */
    start: (sessionId: string, typed: { secret: string; code: string }): Promise<string[]> =>
      db.transaction(async (tx) => {
        await startDeskApp(tx, deps, personId, typed)
        await proveSession(tx, sessionId)
        return updateCodes(tx, secrets, personId)
      }),
    /** Turns the app off and returns new recovery codes, if there are any. */
    remove: (): Promise<string[]> =>
      db.transaction(async (tx) => {
        if (!(await deleteDeskApp(tx, personId))) throw new HTTPException(404)
        await jobs.add(tx, 'desk-factor-mail', { personId, about: 'off' })
        return updateCodes(tx, secrets, personId)
      }),
    /** Replaces the recovery codes of a person with a second factor and returns the new ones. */
    async renewCodes(): Promise<string[]> {
      if (!hasFactor(person)) throw new HTTPException(404)
      return db.transaction(async (tx) => {
        await jobs.add(tx, 'desk-factor-mail', { personId, about: 'codes' })
        return renewDeskCodes(tx, secrets, personId)
      })
    },
  }
}
