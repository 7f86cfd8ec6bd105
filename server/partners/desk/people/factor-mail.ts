import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import { brands, deskPeople } from '../../../platform/db/schema.ts'

const TEXTS = {
  on: 'From now on, signing in also needs a code of your authenticator app.',
  off: 'Your authenticator app was removed. A sign-in link is enough again.',
  codes: 'Your recovery codes were replaced. The old ones no longer work.',
  reset: 'Your second factor was reset and you were signed out. Request a new sign-in link.',
}

/** Tells a person of a brand that their second factor changed. Does nothing without an address. */
export const deskFactorMail: JobHandler<'desk-factor-mail'> = async (deps, job) => {
  const [found] = await deps.db
    .select({ email: deskPeople.email, brand: brands.name })
    .from(deskPeople)
    .innerJoin(brands, eq(brands.id, deskPeople.brandId))
    .where(eq(deskPeople.id, job.personId))
  if (!found || found.email === '') return
  await deps.mail.send({
    to: found.email,
    subject: `Your access to the brand desk of ${found.brand} on ${APP_NAME} changed`,
    blocks: [
      TEXTS[job.about],
      ...(job.about === 'reset' ? [`Reason: ${job.why}`] : []),
      'If you did not expect this, tell an owner of the desk at once.',
    ],
  })
}
