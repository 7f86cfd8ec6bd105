import { APP_NAME } from '#contract/app-constants.ts'
import { findByEmail } from './accounts.ts'
import { issueKey } from './one-time-keys.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'

/** Sends a set-password link if the address has an account. */
export const passwordMail: JobHandler<'password-mail'> = async (deps, { email }) => {
  const user = await findByEmail(deps.db, email)
  if (!user) return
  const link = new URL('/multi-connect/set-password', deps.config.appOrigin)
  link.searchParams.set('key', await issueKey(deps.db, 'set-password', user.id))
  await deps.mail.send({
    to: email,
    subject: `Set your ${APP_NAME} password`,
    blocks: mailBlocks(link.href),
  })
}

const mailBlocks = (href: string): Block[] => [
  `Someone asked to set a new password for your ${APP_NAME} account.`,
  { action: 'Set a new password', href },
  'The link works once and expires in an hour. A new password signs you out on all devices.',
  'If this wasn’t you, ignore this email. Your password stays the same.',
]
