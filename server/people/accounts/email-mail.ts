import { eq, sql } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { emailConfirmations, users } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { KEY_DAYS, confirmationKey, type Confirmation } from './email-keys.ts'
import { emailOf } from './accounts.ts'

/**
 * Sends the mail that confirms an address, or tells the current address that another will replace
 * it.
 */
export const emailMail: JobHandler<'email-mail'> = async (deps, { id, about }) => {
  const [found] = await deps.db
    .select({ row: emailConfirmations, email: users.email })
    .from(emailConfirmations)
    .innerJoin(users, eq(users.id, emailConfirmations.userId))
    .where(eq(emailConfirmations.id, id))
  // The user cancelled the change or confirmed it already.
  if (!found || found.row.usedAt || found.row.closedAt) return
  const { row, email } = found
  const origin = deps.config.appOrigin
  if (about === 'announce') {
    const subject = `Your ${APP_NAME} email is about to change`
    await deps.mail.send({ to: email, subject, blocks: announcementBlocks(row.email, origin) })
    return
  }
  const { href } = new URL(`/confirm-email/${confirmationKey(deps, id)}`, origin)
  await deps.mail.send({
    to: row.email,
    subject: `Confirm your email for ${APP_NAME}`,
    blocks: confirmationBlocks(row, href),
  })
  await deps.db
    .update(emailConfirmations)
    .set({ sentAt: sql`now()` })
    .where(eq(emailConfirmations.id, id))
}

/** Tells the previous address that the change is complete. It is the last mail to that address. */
export const emailMovedMail: JobHandler<'email-moved-mail'> = async (deps, { userId, to }) => {
  const email = await emailOf(deps.db, userId)
  if (email === undefined) return
  await deps.mail.send({
    to,
    subject: `Your ${APP_NAME} email was changed`,
    blocks: [
      `Your new sign-in address for ${APP_NAME} is ${email}. This is our last email to this address.`,
      `If this wasn’t you, write to ${deps.config.supportEmail} from this address now.`,
    ],
  })
}

const confirmationBlocks = ({ about }: Confirmation, href: string): Block[] => [
  about === 'next'
    ? `Someone wants to use this address to sign in to their ${APP_NAME} account.`
    : `Please confirm the email address of your ${APP_NAME} account.`,
  { action: 'Confirm this address', href },
  `The link expires in ${KEY_DAYS} days. If this wasn’t you, ignore this email. Nothing changes.`,
]

const announcementBlocks = (next: string, origin: string): Block[] => [
  `Someone with your password asked to change your sign-in address to ${next}. Nothing changes until the new address is confirmed.`,
  'If this was you, confirm the change with the link we sent to the new address.',
  'If this wasn’t you, set a new password now. That signs out all devices and cancels the change.',
  { action: 'Set a new password', href: `${origin}/multi-connect/forgot-password` },
]
