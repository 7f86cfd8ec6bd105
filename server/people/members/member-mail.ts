import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { ACCESS_NAMES, INVITATION_DAYS } from '#contract/people/members.ts'
import { memberInvitations, users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { emailOf } from '../accounts/accounts.ts'
import { invitationKey } from './invitations.ts'
import { userName } from './members.ts'

/** Sends an invitation, or tells an owner what an invited person or member did. */
export const memberMail: JobHandler<'member-mail'> = async (deps, job) => {
  if (job.about === 'invited') return sendInvitation(deps, job.invitationId)
  const to = await emailOf(deps.db, job.userId)
  if (to === undefined) return undefined
  const { subject, text } = NOTICES[job.about](job.email)
  await deps.mail.send({
    to,
    subject,
    blocks: [
      text,
      { action: 'People with access', href: `${deps.config.appOrigin}/settings/people` },
    ],
  })
  return undefined
}

const NOTICES = {
  joined: (email: string) => ({
    subject: `${email} now has access to your ${APP_NAME} account`,
    text: `${email} accepted your invitation. You can change or remove this access at any time.`,
  }),
  declined: (email: string) => ({
    subject: `${email} declined your ${APP_NAME} invitation`,
    text: `${email} does not want access to your account. Nothing changes.`,
  }),
  left: (email: string) => ({
    subject: `${email} left your ${APP_NAME} account`,
    text: `${email} gave up access to your account.`,
  }),
}

async function sendInvitation(deps: Deps, id: string): Promise<void> {
  const [found] = await deps.db
    .select({ row: memberInvitations, email: users.email, name: userName })
    .from(memberInvitations)
    .innerJoin(users, eq(users.id, memberInvitations.userId))
    .where(eq(memberInvitations.id, id))
  // The owner withdrew the invitation or sent it again.
  if (!found) return
  const { row, email } = found
  const owner = found.name === '' ? email : `${found.name} (${email})`
  const allowed = row.access.map((one) => ACCESS_NAMES[one].toLowerCase()).join(', ')
  const href = `${deps.config.appOrigin}/join?key=${invitationKey(deps, id)}`
  await deps.mail.send({
    to: row.email,
    subject: `${owner} invites you to their ${APP_NAME} account`,
    blocks: [
      `${owner} wants you to help with their account. You could ${allowed}. You cannot move money, or change sign-in and payout settings.`,
      { action: 'See the invitation', href },
      `Sign in with ${row.email}, or create an account with this address. The link expires in ${INVITATION_DAYS} days. If you don’t know this person, ignore this email.`,
    ],
  })
}
