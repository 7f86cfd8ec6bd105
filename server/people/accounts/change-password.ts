import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { PasswordChange } from '#contract/people/account.ts'
import { users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { closeConfirmation } from './email-keys.ts'
import { closeKeys } from './one-time-keys.ts'
import { requirePassword } from './own-password.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { revokeOtherSessions } from './sessions.ts'
import { emailOf, requirePasswords } from './accounts.ts'

/**
 * Replaces the password of a user who knows the current one. Ends all other sessions and cancels a
 * pending change of the email.
 */
export async function changePassword(
  deps: Deps,
  user: SignedInUser,
  { password, new_password: next }: PasswordChange,
): Promise<void> {
  requirePasswords(deps)
  await requirePassword(deps, user, password)
  const problem =
    next === password ? 'This is your current password. Choose a different one.' : undefined
  const weak = problem ?? passwordProblem(next, user.email)
  if (weak) throw new FieldError('new_password', weak)
  const passwordHash = await hashPassword(next)
  await deps.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await revokeOtherSessions(tx, user)
    await closeConfirmation(tx, user.id, 'next')
    await closeKeys(tx, user.id)
    await deps.jobs.add(tx, 'password-changed-mail', { userId: user.id })
  })
}

export const passwordChangedMail: JobHandler<'password-changed-mail'> = async (
  deps,
  { userId },
) => {
  const email = await emailOf(deps.db, userId)
  if (email === undefined) return
  await deps.mail.send({
    to: email,
    subject: `Your ${APP_NAME} password was changed`,
    blocks: [
      'All your other devices were signed out. If you changed the password, there is nothing to do.',
      'If this wasn’t you, set a new password now:',
      {
        action: 'Set a new password',
        href: `${deps.config.appOrigin}/multi-connect/forgot-password`,
      },
    ],
  })
}
