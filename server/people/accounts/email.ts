import { eq, sql } from 'drizzle-orm'
import type { EmailChange, EmailState } from '#contract/people/account.ts'
import type { Tx } from '../../platform/db/client.ts'
import { emailConfirmations, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { findByEmail } from './accounts.ts'
import {
  closeConfirmation,
  findOpenConfirmation,
  openConfirmation,
  queueConfirmationMail,
  type Confirmation,
} from './email-keys.ts'
import { requirePassword } from './own-password.ts'

export const EMAIL_TAKEN = 'An account with this email already exists.'

/** Returns the current address and the one that will replace it. */
export async function emailState(deps: Deps, userId: string): Promise<EmailState> {
  const [user] = await deps.db
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
  const next = await findOpenConfirmation(deps.db, userId, 'next')
  const confirmation = next ?? (await findOpenConfirmation(deps.db, userId, 'current'))
  const confirmedAt = user?.confirmedAt ?? null
  return {
    email: user?.email ?? '',
    is_confirmed: confirmedAt !== null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    pending_email: next?.email ?? null,
    sent_at: confirmation?.sentAt?.toISOString() ?? null,
    delivery: deps.mail.delivery,
  }
}

/**
 * Sends a confirmation to the new address and a notice to the current one. Only a signed-in user
 * with the correct password learns whether an address has an account, and only a few times an hour.
 */
export async function changeEmail(
  deps: Deps,
  user: SignedInUser,
  { email, password }: EmailChange,
): Promise<EmailState> {
  if (email === user.email) {
    await closeConfirmation(deps.db, user.id, 'next')
    return emailState(deps, user.id)
  }
  await requirePassword(deps, user, password, {
    missing: 'Enter your password to change your email.',
  })
  await countAttempt(deps, { limit: 'emailChangesByAccount', of: user.id })
  if (await findByEmail(deps.db, email)) throw new FieldError('email', EMAIL_TAKEN)
  await countAttempt(deps, { limit: 'mailByAccount', of: email })
  await deps.db.transaction(async (tx) => {
    const confirmation = { userId: user.id, about: 'next', email } as const
    const { id } = await openConfirmation(deps, tx, confirmation)
    for (const about of ['confirm', 'announce'] as const)
      await deps.jobs.add(tx, 'email-mail', { id, about }, { key: `email-${about}:${id}` })
  })
  return emailState(deps, user.id)
}

/**
 * Sends the confirmation of the current address, again or for the first time. Does nothing if the
 * address is confirmed.
 */
export async function resendCurrentConfirmation(
  deps: Deps,
  user: SignedInUser,
): Promise<EmailState> {
  const { is_confirmed } = await emailState(deps, user.id)
  if (is_confirmed) return emailState(deps, user.id)
  await countAttempt(deps, { limit: 'mailByAccount', of: user.email })
  const open = await findOpenConfirmation(deps.db, user.id, 'current')
  await deps.db.transaction(async (tx) => {
    const confirmation = { userId: user.id, about: 'current', email: user.email } as const
    const row = open?.email === user.email ? open : await openConfirmation(deps, tx, confirmation)
    await queueAgain(deps, tx, row)
  })
  return emailState(deps, user.id)
}

/** Sends the confirmation of the new address again. */
export async function resendNextConfirmation(deps: Deps, user: SignedInUser): Promise<EmailState> {
  const row = await findOpenConfirmation(deps.db, user.id, 'next')
  if (!row) throw new FieldError('non_field_errors', 'There is no pending change of your email.')
  await countAttempt(deps, { limit: 'mailByAccount', of: row.email })
  await deps.db.transaction((tx) => queueAgain(deps, tx, row))
  return emailState(deps, user.id)
}

/** Queues the mail and lets its link work for the full time again. */
async function queueAgain(deps: Pick<Deps, 'jobs'>, tx: Tx, confirmation: Confirmation) {
  await tx
    .update(emailConfirmations)
    .set({ askedAt: sql`now()`, sentAt: null })
    .where(eq(emailConfirmations.id, confirmation.id))
  await queueConfirmationMail(deps, tx, confirmation)
}
