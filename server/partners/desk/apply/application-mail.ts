import { and, eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Deps } from '../../../env.ts'
import { brands, deskApplications, deskPeople } from '../../../platform/db/schema.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import type { Block } from '../../../platform/letters/letter.ts'
import { createSignInLink, INVITATION_HOURS } from '../sign-in-links.ts'
import { CONFIRM_DAYS, issueApplicationKey, type DeskApplication } from './applications.ts'

/**
 * Emails the contact of an application the link that confirms the address, or the decision. A
 * deleted application gets no email.
 */
export const applicationMail: JobHandler<'application-mail'> = async (
  deps,
  { applicationId, about },
) => {
  const [row] = await deps.db
    .select()
    .from(deskApplications)
    .where(eq(deskApplications.id, applicationId))
  if (!row) return
  const letter = about === 'confirm' ? await confirmLetter(deps, row) : await decision(deps, row)
  if (letter) await deps.mail.send({ to: row.email, ...letter })
}

type Letter = { subject: string; blocks: Block[] }
type Parts = Pick<Deps, 'db' | 'config'>

async function confirmLetter(
  { db, config }: Parts,
  { id, brandName, confirmedAt }: DeskApplication,
): Promise<Letter | undefined> {
  if (confirmedAt) return undefined
  const key = await issueApplicationKey(db, id)
  return {
    subject: `Confirm the application of ${brandName} to ${APP_NAME}`,
    blocks: [
      `Somebody entered this address in an application of ${brandName} to join ${APP_NAME}.`,
      { action: 'Confirm the application', href: `${config.appOrigin}/desk/apply/${key}` },
      `We read the application after you confirm it. The link expires in ${CONFIRM_DAYS} days.`,
      'If you did not apply, ignore this email. We delete the application.',
    ],
  }
}

async function decision(parts: Parts, application: DeskApplication): Promise<Letter | undefined> {
  const { brandName, decision: is, decidedWhy } = application
  if (is === 'admitted') return admittedLetter(parts, application)
  if (is === null) return undefined
  return {
    subject: `Your application to ${APP_NAME} was declined`,
    blocks: [
      `We read the application of ${brandName} and cannot admit it.`,
      { facts: [['Why', decidedWhy]] },
      `If you have questions, write to ${parts.config.supportEmail}.`,
    ],
  }
}

/** Returns the invitation to the desk. Undefined if the person was removed since. */
async function admittedLetter(
  { db, config }: Parts,
  { brandKey, email }: DeskApplication,
): Promise<Letter | undefined> {
  const [found] = await db
    .select({ person: deskPeople, brand: brands.name })
    .from(deskPeople)
    .innerJoin(brands, eq(brands.id, deskPeople.brandId))
    .where(and(eq(brands.key, brandKey ?? ''), eq(deskPeople.email, email)))
  if (!found) return undefined
  const { person, brand } = found
  const href = await createSignInLink(db, config.appOrigin, person, INVITATION_HOURS)
  return {
    subject: `${brand} is admitted to ${APP_NAME}`,
    blocks: [
      `Your application was accepted. You can open the brand desk of ${brand} on ${APP_NAME} as owner.`,
      { action: 'Sign in to the brand desk', href },
      `The link works once and expires in ${INVITATION_HOURS / 24} days. Do not share it.`,
      'Next steps: under “Orders”, connect your shop, so that it reports orders. Under “People”, invite your colleagues.',
      `If you have questions, write to ${config.supportEmail}.`,
    ],
  }
}
