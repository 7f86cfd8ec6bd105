import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import type { Db } from '../../../platform/db/client.ts'
import { brands, deskPeople } from '../../../platform/db/schema.ts'

const TEXTS = {
  on: 'From now on, signing in also needs a code of your authenticator app.',
  off: 'Your authenticator app was removed. Without a passkey, a sign-in link is enough again.',
  codes: 'Your recovery codes were replaced. The old ones no longer work.',
  reset: 'Your second factor was reset and you were signed out. Request a new sign-in link.',
}

/** Returns the address of a person and the name of their desk, or undefined without an address. */
export async function addressOfPerson(
  db: Db,
  personId: string,
): Promise<{ email: string; desk: string } | undefined> {
  const [found] = await db
    .select({ email: deskPeople.email, brand: brands.name })
    .from(deskPeople)
    .innerJoin(brands, eq(brands.id, deskPeople.brandId))
    .where(eq(deskPeople.id, personId))
  if (!found || found.email === '') return undefined
  return { email: found.email, desk: `the brand desk of ${found.brand} on ${APP_NAME}` }
}

/** Tells a person of a brand that their second factor changed. Does nothing without an address. */
export const deskFactorMail: JobHandler<'desk-factor-mail'> = async (deps, job) => {
  const found = await addressOfPerson(deps.db, job.personId)
  if (!found) return
  await deps.mail.send({
    to: found.email,
    subject: `Your access to ${found.desk} changed`,
    blocks: [
      TEXTS[job.about],
      ...(job.about === 'reset' ? [`Reason: ${job.why}`] : []),
      'If you did not expect this, tell an owner of the desk at once.',
    ],
  })
}
