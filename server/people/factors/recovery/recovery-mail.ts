import { eq } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { RECOVERY_HOURS } from '#contract/people/factors.ts'
import type { Deps } from '../../../env.ts'
import { factorRecoveries, users } from '../../../platform/db/schema.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import type { Block } from '../../../platform/letters/letter.ts'
import { LINK_DAYS, recoveryKey, type RecoveryLink } from './recoveries.ts'

/** Returns the address of a link in the emails about a recovery. */
function addressOf(deps: Pick<Deps, 'config' | 'secrets'>, id: string, link: RecoveryLink): string {
  const address = new URL(`/multi-connect/recovery/${link}`, deps.config.appOrigin)
  address.searchParams.set('id', id)
  address.searchParams.set('key', recoveryKey(deps, id, link))
  return address.href
}

/** Tells a user that their second factors will be removed, or sends the link that removes them. */
export const recoveryMail: JobHandler<'recovery-mail'> = async (deps, { id, about }) => {
  const [row] = await deps.db
    .select({
      email: users.email,
      undoneAt: factorRecoveries.undoneAt,
      finishedAt: factorRecoveries.finishedAt,
    })
    .from(factorRecoveries)
    .innerJoin(users, eq(users.id, factorRecoveries.userId))
    .where(eq(factorRecoveries.id, id))
  if (!row || row.undoneAt || row.finishedAt) return
  const undo = { action: 'Stop this', href: addressOf(deps, id, 'undo') }
  const finish = { action: 'Remove them', href: addressOf(deps, id, 'finish') }
  const { subject, blocks } = about === 'started' ? startedMail(undo) : overMail(finish, undo)
  await deps.mail.send({ to: row.email, subject, blocks })
}

const startedMail = (undo: Block) => ({
  subject: `Someone lost the second factor of your ${APP_NAME} account`,
  blocks: [
    `Someone entered your password and asked to remove your passkeys, authenticator app and recovery codes. If this was you, wait: we email you a link in ${RECOVERY_HOURS} hours.`,
    'If this wasn’t you, stop it now and set a new password:',
    undo,
  ],
})

const overMail = (finish: Block, undo: Block) => ({
  subject: `Remove the second factor of your ${APP_NAME} account`,
  blocks: [
    'You can now remove your passkeys, authenticator app and recovery codes. This signs out all devices.',
    finish,
    `The link expires in ${LINK_DAYS} days. If this wasn’t you, stop it now and set a new password:`,
    undo,
  ],
})
