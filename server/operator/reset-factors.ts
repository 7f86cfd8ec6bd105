import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { RECOVERY_HOURS } from '#contract/people/factors.ts'
import { Email } from '#contract/people/session.ts'
import { revokeEverySession } from '../people/accounts/sessions.ts'
import { deleteFactors } from '../people/factors/factors.ts'
import { recordReset } from '../people/factors/recovery/recoveries.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { oneTimeKeys, users } from '../platform/db/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'

type ResetOptions = { email?: string | undefined; why?: string | undefined }

/**
 * Handles `reset-factors`: deletes the second factors of a user who lost them, signs them out
 * everywhere, holds their money as after a recovery, and emails them the reason.
 */
export function resetFactorsCommand([verb, ...rest]: string[]):
  | ((options: ResetOptions) => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb !== 'reset-factors' || rest.length > 0) return undefined
  return ({ email, why = '' }) => {
    const read = v.safeParse(Email, email ?? '')
    if (!read.success) throw new ConfigError(`--email: ${read.issues[0].message}`)
    const reason = why.trim()
    if (reason === '') throw new ConfigError('--why: Say why. The user gets this text by email.')
    return (db) => resetFactors(db, read.output, reason)
  }
}

/** Resets the second factors of a user. Returns a sentence with the result. */
export const resetFactors = (db: Db, email: string, why: string): Promise<string> =>
  db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new ConfigError(`There is no account ${email}.`)
    if (!(await deleteFactors(tx, user.id))) return `${email} has no second factor.`
    await recordReset(tx, user.id)
    await revokeEverySession(tx, user.id)
    await tx.delete(oneTimeKeys).where(eq(oneTimeKeys.userId, user.id))
    await addJob(tx, 'factor-mail', { userId: user.id, about: 'reset', why })
    return `${email} signs in with the password alone. All their devices are signed out, and they cannot redeem for ${RECOVERY_HOURS} hours. We email them why.`
  })
