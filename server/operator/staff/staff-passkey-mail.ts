import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { staff } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

const textsOf = (name: string) => ({
  added: {
    subject: `A passkey was added to your access to the ${APP_NAME} console`,
    text: `“${name}” now signs in to the console and confirms decisions about money.`,
  },
  removed: {
    subject: `A passkey was removed from your access to the ${APP_NAME} console`,
    text: `“${name}” no longer signs in to the console.`,
  },
  copied: {
    subject: `We refused a passkey for your access to the ${APP_NAME} console`,
    text: `A signature of “${name}” was older than its last one, so there may be a copy of this passkey. We refused it. Remove the passkey in the console and add a new one.`,
  },
})

/** Tells a member of the staff about a change of their passkeys. Does nothing if they were removed. */
export const staffPasskeyMail: JobHandler<'staff-passkey-mail'> = async (deps, job) => {
  const [member] = await deps.db.select().from(staff).where(eq(staff.id, job.staffId))
  if (!member) return
  const { subject, text } = textsOf(job.name)[job.about]
  await deps.mail.send({
    to: member.email,
    subject,
    blocks: [text, 'If this wasn’t you, tell the operator at once.'],
  })
}
