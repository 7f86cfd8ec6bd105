import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { findBrandsByAddress, LINK_HOURS, createSignInLink } from './sign-in-links.ts'

/** Emails a sign-in link for each brand with this address. Does nothing for an unknown address. */
export const deskMail: JobHandler<'desk-mail'> = async (deps, { email, brandId }) => {
  const all = await findBrandsByAddress(deps.db, email)
  for (const brand of all.filter(({ id }) => brandId === undefined || id === brandId)) {
    const href = await createSignInLink(deps.db, deps.config.appOrigin, brand.id)
    const subject = `Your brand desk on ${APP_NAME}`
    await deps.mail.send({ to: email, subject, blocks: words(brand.name, href) })
  }
}

const words = (name: string, href: string): Block[] => [
  `This link opens the desk of ${name} on ${APP_NAME}.`,
  { action: 'Sign in to the desk', href },
  `It works once, for ${LINK_HOURS} hours, and for whoever has it: do not pass it on.`,
  'If nobody of yours asked for it, ignore this mail.',
]
