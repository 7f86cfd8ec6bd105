import { workPasskeyLetter } from '../../../people/factors/passkeys/work-passkey-mail.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import { addressOfPerson } from './factor-mail.ts'

/** Tells a person of a brand about a change of their passkeys. Does nothing if they were removed. */
export const deskPasskeyMail: JobHandler<'desk-passkey-mail'> = async (deps, job) => {
  const found = await addressOfPerson(deps.db, job.personId)
  if (!found) return
  const place = {
    tool: found.desk,
    does: 'confirms your sign-ins and your changes there',
    helper: 'an owner of the desk',
  }
  await deps.mail.send({ to: found.email, ...workPasskeyLetter(job, place) })
}
