import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { workPasskeyLetter } from '../../people/factors/passkeys/work-passkey-mail.ts'
import { staff } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Tells a member of the staff about a change of their passkeys. Does nothing if they were removed. */
export const staffPasskeyMail: JobHandler<'staff-passkey-mail'> = async (deps, job) => {
  const [member] = await deps.db.select().from(staff).where(eq(staff.id, job.staffId))
  if (!member) return
  const place = {
    tool: `the ${APP_NAME} console`,
    does: 'signs in to the console and confirms decisions about money',
    helper: 'the operator',
  }
  await deps.mail.send({ to: member.email, ...workPasskeyLetter(job, place) })
}
