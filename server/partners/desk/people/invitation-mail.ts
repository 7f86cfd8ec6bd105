import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import { brands, deskPeople } from '../../../platform/db/schema.ts'
import { createSignInLink, INVITATION_HOURS } from '../sign-in-links.ts'

/** Emails a colleague an invitation to the desk. Does nothing if they were removed since. */
export const deskInvitationMail: JobHandler<'desk-invitation-mail'> = async (
  deps,
  { personId },
) => {
  const [found] = await deps.db
    .select({ person: deskPeople, brand: brands.name })
    .from(deskPeople)
    .innerJoin(brands, eq(brands.id, deskPeople.brandId))
    .where(eq(deskPeople.id, personId))
  if (!found) return
  const { person, brand } = found
  const href = await createSignInLink(deps.db, deps.config.appOrigin, person, INVITATION_HOURS)
  await deps.mail.send({
    to: person.email,
    subject: `Your access to the brand desk of ${brand} on ${APP_NAME}`,
    blocks: [
      `You can open the brand desk of ${brand} on ${APP_NAME} as ${person.role}.`,
      { action: 'Sign in to the brand desk', href },
      `The link works once and expires in ${INVITATION_HOURS / 24} days. Do not share it.`,
      'If you did not expect this email, ignore it.',
    ],
  })
}
