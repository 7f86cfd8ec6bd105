import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { staff } from '../../platform/db/schema.ts'
import { INVITATION_DAYS, inviteStaff } from './staff-invitations.ts'

/** Emails a member of the staff a new invitation. Does nothing if they were removed since. */
export const staffMail: JobHandler<'staff-mail'> = async (deps, { staffId }) => {
  const [member] = await deps.db.select().from(staff).where(eq(staff.id, staffId))
  if (!member) return
  const href = await inviteStaff(deps.db, deps.config.appOrigin, staffId)
  await deps.mail.send({
    to: member.email,
    subject: `Your access to the ${APP_NAME} console`,
    blocks: [
      `You are invited to the console of this ${APP_NAME} site as ${member.role}. Have an authenticator app ready.`,
      { action: 'Set up your access', href },
      `The link works once and expires in ${INVITATION_DAYS} days. Do not share it.`,
      'If you did not expect this email, ignore it.',
    ],
  })
}
