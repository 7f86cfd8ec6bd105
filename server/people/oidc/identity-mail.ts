import { createHmac } from 'node:crypto'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { findByEmail } from '../accounts/accounts.ts'

/** Minutes for which the link of the email works. */
export const MAIL_MINUTES = 60

/** Returns the key in the link of an email. It is derived, so the queue does not contain it. */
export const mailKey = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string =>
  createHmac('sha256', secrets.signing).update(`oidc-mail:${id}`).digest('base64url')

/** Emails the link that connects an identity. Does nothing if the address has no account. */
export const identityMail: JobHandler<'identity-mail'> = async (deps, { id, email }) => {
  const { oidc, appOrigin } = deps.config
  if (!oidc || !(await findByEmail(deps.db, email))) return
  const link = new URL('/multi-connect/oidc/confirm', appOrigin)
  link.searchParams.set('key', mailKey(deps, id))
  await deps.mail.send({
    to: email,
    subject: `Connect ${oidc.name} to your ${APP_NAME} account`,
    blocks: [
      `Someone signed in with ${oidc.name} and wants to connect it to your account. If this was you, open this link in the same browser within an hour:`,
      { action: `Connect ${oidc.name}`, href: link.href },
      'If this wasn’t you, do nothing. The link works in no other browser.',
    ],
  })
}
