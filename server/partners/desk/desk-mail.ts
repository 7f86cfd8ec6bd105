import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { findPeopleByAddress } from './people/people.ts'
import { LINK_HOURS, createSignInLink } from './sign-in-links.ts'

/** Emails a sign-in link for each brand with a person of this address. Does nothing for an unknown address. */
export const deskMail: JobHandler<'desk-mail'> = async (deps, { email, brandId }) => {
  const all = await findPeopleByAddress(deps.db, email)
  for (const person of all.filter((one) => brandId === undefined || one.brandId === brandId)) {
    const href = await createSignInLink(deps.db, deps.config.appOrigin, person)
    const subject = `Your brand desk on ${APP_NAME}`
    await deps.mail.send({ to: email, subject, blocks: words(person.brandName, href) })
  }
}

const words = (name: string, href: string): Block[] => [
  `Use this link to sign in to the brand desk of ${name} on ${APP_NAME}.`,
  { action: 'Sign in to the brand desk', href },
  `It works once and expires in ${LINK_HOURS} hours. Anyone who has the link can sign in, so do not share it.`,
  'If you did not ask for it, ignore this email.',
]
